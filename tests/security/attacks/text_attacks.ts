// Copyright 2026 the Rivulet authors. MIT license.

// What is good HTTP, and breaks the text in it: characters, lines, events and JSON.

import { answer, type Attack, CHUNKED, endless, joined, json, MIB, once } from "./attack.ts";
import { delta, DONE, END, event, line, TOKEN } from "./texts.ts";

const BODY = TOKEN + END;
const PLAIN = "HTTP/1.1 200 OK\r\n\r\n";
const MARK = "\ufeff";
const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const DEEP_PARTS = `${'[{"type":"thinking","thinking":'.repeat(5000)}"x"${"}]".repeat(5000)}`;

/** Each character as two bytes. */
function wide(text: string, isBig: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index++) {
    view.setUint16(2 * index, text.charCodeAt(index), !isBig);
  }
  return bytes;
}

/** An object with this many keys. */
function manyKeys(count: number, before = ""): string {
  return `{${Array.from({ length: count }, (_, key) => `"${before}${key}":"x"`).join()}}`;
}

/** A part of the arguments of a tool. */
function call(fields: object): string {
  return delta({ tool_calls: [fields] });
}

/** How calls of Ollama's protocol, of OpenAI's, and of an embedding end; "!" where one gives up. */
export const TEXT_ATTACKS: [name: string, attack: Attack, ends: string][] = [
  ["a mark of byte order", json(MARK + BODY), "=a =a format"],
  ["a mark of byte order before each line", json(MARK + TOKEN + MARK + END), "=a =a format"],
  ["a million marks of byte order", json(`${MARK.repeat(300_000)}${BODY}`), "=a =a format"],
  ["marks of byte order without end", endless(PLAIN, MARK), "! ! !"],
  [
    "UTF-16 that begins with its small half",
    once(answer(wide(MARK + BODY, false))),
    "stream stream format",
  ],
  [
    "UTF-16 that begins with its large half",
    once(answer(wide(MARK + BODY, true))),
    "stream stream format",
  ],
  [
    "a charset that is not UTF-8",
    once(answer(BODY, "content-type: text/x; charset=utf-7\r\n")),
    "=a =a format",
  ],
  [
    "a character that breaks off",
    once(answer(joined(TOKEN, Uint8Array.of(0xf0, 0x9f)))),
    "=a =a format",
  ],
  [
    "a long way to write a quote",
    once(answer(joined('{"a":', Uint8Array.of(0xc0, 0xa2)))),
    "stream stream format",
  ],
  ["NUL bytes between lines", json(`${TOKEN}\0\0\0\n${END}`), "=a =a format"],
  ["NUL bytes without end", endless(PLAIN, "\0"), "! ! !"],
  [
    "carriage returns alone",
    json(`${event({ message: { content: "a" } })}${DONE}`.replaceAll("\n", "\r")),
    "=a =a format",
  ],
  ["carriage returns without end", endless(PLAIN, "\r"), "! ! !"],
  ["separators of lines that are none", json(BODY.replaceAll("\n", "\u2028")), "=a =a format"],
  ["comments without end", endless(PLAIN, ": still here\n\n"), "! ! !"],
  ["comments without end, with pauses", endless(PLAIN, ": still here\n\n", 20), "! ! !"],
  ["names of events without end", endless(PLAIN, "event: message\n"), "! ! !"],
  ["identifiers without end", endless(PLAIN, "id: \0\nretry: 99999999999999999999\n\n"), "! ! !"],
  ["a name of a field without end", endless(PLAIN, "datadata"), "! ! !"],
  ["an event of many lines without end", endless(PLAIN, "data: x\n"), "! ! !"],
  ["empty events without end", endless(PLAIN, "data:\n\n"), "! ! !"],
  ["null without end", endless(PLAIN, "null\n"), "! ! !"],
  ["empty tokens without end", endless(PLAIN, delta({ content: "" })), "! ! !"],
  ["tokens without end", endless(PLAIN, TOKEN), "! ! !"],
  ["reasoning without end", endless(PLAIN, delta({ reasoning: "r" })), "! ! !"],
  [
    "reasoning without end between signs",
    endless(`${PLAIN}${delta({ content: "<think>" })}`, delta({ content: "r" })),
    "! ! !",
  ],
  [
    "arguments of a tool without end",
    endless(
      PLAIN,
      call({ index: 0, id: "a", function: { name: "f", arguments: "x".repeat(1000) } }),
    ),
    "! ! !",
  ],
  [
    "a tool of another number without end",
    numbered((number) =>
      call({ index: number, id: `${number}`, function: { name: "f", arguments: "{}" } })
    ),
    "! ! !",
  ],
  [
    "a tool that changes its identifier",
    numbered((number) =>
      call({ index: 0, id: `${number}`, function: { name: "f", arguments: "{}" } })
    ),
    "! ! !",
  ],
  [
    "an answer that changes its identifier",
    numbered((number) => event({ id: `${number}`, choices: [] })),
    "! ! !",
  ],
  [
    "counts without end",
    numbered((number) => event({ choices: [], usage: { prompt_tokens: number } })),
    "! ! !",
  ],
  [
    "names of a tool without end",
    endless(PLAIN, call({ index: 0, function: { name: "f".repeat(1000) } })),
    "! ! !",
  ],
  ["ends without end", endless(PLAIN, delta({}, { finish_reason: "stop" })), "! ! !"],
  ["a million keys", json(`${manyKeys(900_000, "k")}\n${BODY}`), "stream stream format"],
  ["keys that collide", json(`${manyKeys(60_000)}\n${BODY}`), "=a =a format"],
  [
    "a key twice",
    json(`{"message":{"content":"x"},"message":{"content":"a"}}\n${END}`),
    "=a =a format",
  ],
  [
    "__proto__ as a part of an answer",
    json(`{"message":{"__proto__":{"content":"p"}}}\n${BODY}`),
    "=a =a format",
  ],
  [
    "__proto__ as a tool",
    json(
      call({
        index: 0,
        id: "__proto__",
        function: { name: "__proto__", arguments: '{"__proto__":1}' },
      }) + BODY,
    ),
    "=a =a format",
  ],
  [
    "__proto__ in counts",
    json(event({ choices: [], usage: JSON.parse('{"__proto__":{"prompt_tokens":7}}') }) + BODY),
    "=a =a format",
  ],
  [
    "toString and length as texts",
    json(`{"message":{"content":{"toString":1,"length":9}}}\n${BODY}`),
    "=a =a format",
  ],
  [
    "a text that is a list of its length",
    json(`{"message":{"content":{"length":4294967295}}}\n${BODY}`),
    "=a =a format",
  ],
  [
    "half a character in each token",
    json(
      `${line({ message: { content: "\ud83d" } })}${
        line({ message: { content: "\ude00" } })
      }${END}`,
    ),
    "=😀 =😀 format",
  ],
  [
    "halves of characters the wrong way",
    json(line({ message: { content: "\ude00\ud83d" } }) + END),
    "=\ude00\ud83d =\ude00\ud83d format",
  ],
  [
    "counts of 10 to the 308",
    json(event({ choices: [], usage: { prompt_tokens: 1e308, completion_tokens: -1e308 } }) + BODY),
    "=a =a format",
  ],
  [
    "counts that are texts",
    json(`{"usage":{"prompt_tokens":"9e999"},"choices":[]}\n${BODY}`),
    "=a =a format",
  ],
  [
    "a choice of 10 to the 308",
    json(`{"choices":[{"index":1e308,"delta":{"content":"a"}}]}\n${END}`),
    "=a =a format",
  ],
  [
    "ten thousand choices",
    json(
      event({
        choices: Array.from({ length: 10_000 }, (_, index) => ({ index, delta: { content: "a" } })),
      }) + DONE,
    ),
    "=a =a format",
  ],
  ["choices that are null", json(event({ choices: [null, null] }) + BODY), "=a =a format"],
  [
    "a choice of another number alone",
    json(event({ choices: [{ index: 7, delta: { content: "a" } }] }) + DONE),
    "=a =a format",
  ],
  [
    "deep arguments of a tool",
    json(`{"message":{"tool_calls":[{"function":{"name":"f","arguments":${DEEP}}}]}}\n${BODY}`),
    "=a =a format",
  ],
  ["deep counts", json(`{"usage":${DEEP},"choices":[]}\n${BODY}`), "=a =a format"],
  ["deep parts of a text", json(`{"message":{"content":${DEEP_PARTS}}}\n${BODY}`), "=a =a format"],
  ["deep reasoning", json(`{"message":{"reasoning":${DEEP_PARTS}}}\n${BODY}`), "=a =a format"],
  [
    "a deep error in an event",
    json(`event: error\ndata: {"error":${DEEP}}\n\n`),
    "stream stream format",
  ],
  [
    "an error that holds itself in names",
    json(`{"error":{"error":{"error":{"error":"x"}}}}\n`),
    "stream stream format",
  ],
  ["an error of a million keys", json(`{"error":${manyKeys(60_000, "k")}}\n`), "! stream format"],
  [
    "an error that is a list",
    json(`{"error":[${"{},".repeat(99_999)}{}]}\n`),
    "stream stream format",
  ],
  ["an error behind the end", json(`${BODY}{"error":"late"}\n`), "=a =a format"],
  ["tokens behind the end", json(BODY + TOKEN + END), "=a =a format"],
  ["a thousand ends", json(TOKEN + DONE.repeat(1000)), "=a =a format"],
  ["the end before its token", json(END + TOKEN), "= = format"],
  ["lines that are no objects", json(`1\n"x"\n[]\ntrue\n-0\n${BODY}`), "=a =a format"],
  [
    "NaN and Infinity",
    json(`{"message":{"content":"a"},"p":[NaN,-Infinity]}\n${END}`),
    "=a =a format",
  ],
  ["a page", json(`<!doctype html><html>${"<p>".repeat(10_000)}</html>`), "stream stream format"],
  [
    "a page in the middle",
    json(`${TOKEN}<html><body>502 Bad Gateway</body></html>\n`),
    "=a =a format",
  ],
  ["glued answers", json(`${BODY.replaceAll("\n", "")}`), "=a =a format"],
  ["a line that is cut in JSON", json(`${TOKEN}{"message":{"content":"b`), "=a =a format"],
  ["a vector of text", json('{"data":[{"embedding":"????"}]}'), "= stream format"],
  ["a vector of nulls", json('{"data":[{"embedding":[null,null]}]}'), "= stream format"],
  ["a vector of huge numbers", json('{"data":[{"embedding":[1e308,-1e308]}]}'), "= stream format"],
  ["a vector of nothing", json('{"data":[{"embedding":[]}]}'), "= stream format"],
  [
    "a vector of another number",
    json('{"data":[{"embedding":[1],"index":1e308}]}'),
    "= stream format",
  ],
  [
    "vectors of one number twice",
    json('{"data":[{"embedding":[1],"index":0},{"embedding":[2],"index":0}]}'),
    "= stream format",
  ],
  ["deep vectors", json(`{"data":[{"embedding":${DEEP}}]}`), "= stream format"],
  ["vectors without end", endless(`${PLAIN}{"data":[`, '{"embedding":[1]},'), "! ! !"],
  ["a vector of blanks without end", endless(`${PLAIN}{"data":[{"embedding":[`, " "), "! ! !"],
];

/** Sends what is another one each time, as long as anybody reads it. */
function numbered(make: (number: number) => string): Attack {
  return async ({ send }) => {
    await send(CHUNKED.replace("transfer-encoding: chunked", "x: y"));
    let number = 0;
    for (let sent = 0; sent < 256 * MIB;) {
      let block = "";
      while (block.length < 64_000) block += make(number++);
      if (!await send(block)) return;
      sent += block.length;
    }
  };
}
