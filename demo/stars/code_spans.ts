// Copyright 2026 the Rivulet authors. MIT license.

/** A part of a Markdown text: code, or what is around it. */
export interface MarkdownPart {
  readonly text: string;
  readonly isCode: boolean;
}

const FENCE = /^ {0,12}(`{3,}|~{3,})/;

/** Parts a text into code, which stands as it is, and prose. */
export function partsOf(text: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let prose = "";
  let code = "";
  let open: string | undefined;
  const endProse = (): void => {
    if (prose !== "") parts.push(...spansOf(prose));
    prose = "";
  };
  for (const line of text.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    if (open === undefined && mark === undefined) prose += line;
    else if (open === undefined) {
      endProse();
      open = mark;
      code = line;
    } else {
      code += line;
      const isEnd = mark !== undefined && mark.startsWith(open) && line.trim() === mark;
      if (!isEnd) continue;
      parts.push({ text: code, isCode: true });
      code = "";
      open = undefined;
    }
  }
  endProse();
  if (code !== "") parts.push({ text: code, isCode: true });
  return parts;
}

/** Code inside a line ends with as many backticks as it began with. */
function spansOf(prose: string): MarkdownPart[] {
  const runs = [...prose.matchAll(/`+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  // From the end, so that each place knows the next one of its length.
  const nextOfLength = new Map<number, number>();
  const ends: (number | undefined)[] = [];
  for (let place = runs.length - 1; place >= 0; place--) {
    const { start, end } = runs[place]!;
    ends[place] = nextOfLength.get(end - start);
    nextOfLength.set(end - start, place);
  }
  const parts: MarkdownPart[] = [];
  let done = 0;
  for (let place = 0; place < runs.length; place++) {
    const run = runs[place]!;
    const end = ends[place];
    if (end === undefined) continue;
    if (run.start > done) parts.push({ text: prose.slice(done, run.start), isCode: false });
    parts.push({ text: prose.slice(run.start, runs[end]!.end), isCode: true });
    done = runs[end]!.end;
    place = end;
  }
  if (done < prose.length) parts.push({ text: prose.slice(done), isCode: false });
  return parts;
}
