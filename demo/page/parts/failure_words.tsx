// Copyright 2026 the Rivulet authors. MIT license.

import type { ComponentChildren, JSX } from "preact";
import type { Diagnosis } from "../../engines/doctor.ts";
import type { OriginFix } from "../../engines/origin_fixes.ts";
import { shownText } from "../../stars/shown_text.ts";
import { CopyButton } from "./copy_button.tsx";
import { Panel } from "./panel.tsx";

/** One cause, and what to do about it. */
export function FailureWords(
  { reason, title = reason.message, children }: {
    reason: Diagnosis;
    /** Says it in other words than the reason does, which then stands below. */
    title?: string | undefined;
    children?: JSX.Element;
  },
): JSX.Element {
  const { message, fix, ways: [first, ...others] = [] } = reason;
  const { serverWords, engineWords } = reason;
  return (
    <Panel title={withCode(title)} isAlert>
      {title !== message && <p>{shownText(message)}</p>}
      {fix !== undefined && <p>{fix}</p>}
      {first !== undefined && <Way way={first} />}
      {others.length > 0 && (
        <details class="ways">
          <summary>Another system</summary>
          {others.map((way) => (
            <div key={way.label}>
              <p>{way.label}</p>
              <Way way={way} />
            </div>
          ))}
        </details>
      )}
      {serverWords !== undefined && <OwnWords speaker="server" words={serverWords} />}
      {engineWords !== undefined && <OwnWords speaker="engine" words={engineWords} />}
      {children}
    </Panel>
  );
}

/** What stands between backticks is a command. */
function withCode(text: string): ComponentChildren {
  return shownText(text).split("`").map((part, place) =>
    place % 2 === 0 ? part : <code key={place}>{part}</code>
  );
}

/** A server, or an engine, may say a lot: so much stands in the alert, the rest is a click away. */
const MOST_WORDS = 1000;

function OwnWords(
  { speaker, words: said }: { speaker: "server" | "engine"; words: string },
): JSX.Element {
  const words = shownText(said);
  const start = words.slice(0, MOST_WORDS);
  return (
    <>
      <p class="words-of-server" dir="auto">
        The {speaker} says: {start}
        {start.length < words.length && "…"}
      </p>
      {start.length < words.length && (
        <details class="ways">
          <summary>All that the {speaker} says</summary>
          <pre tabIndex={0}>{words}</pre>
        </details>
      )}
    </>
  );
}

function Way({ way: { label, command, after } }: { way: OriginFix }): JSX.Element {
  return (
    <>
      <div class="command">
        <pre tabIndex={0}><code>{command}</code></pre>
        <CopyButton readText={() => command} name={`Copy the command: ${label}`} />
      </div>
      {after !== undefined && <p class="hint">{after}</p>}
    </>
  );
}
