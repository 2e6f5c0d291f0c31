// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchFunction } from "@rivulet/llm";

/** A `fetch` that keeps the bytes of the bodies, and how many had come when it was asked for more. */
export interface Recording {
  readonly fetch: FetchFunction;
  /** All that has come, as text. */
  text(): string;
  /** The status and the content type of the last answer. */
  head(): { status: number; contentType: string | null };
  /** Called each time the reader has used all that came and wants more. */
  onPull: (() => void) | undefined;
}

/** Records what the answers are made of. */
export function record(): Recording {
  const decoder = new TextDecoder();
  let text = "";
  let head = { status: 0, contentType: null as string | null };
  const recording: Recording = {
    onPull: undefined,
    text: () => text,
    head: () => head,
    fetch: async (url, init) => {
      const response = await fetch(url, init as RequestInit);
      const { status, headers } = response;
      head = { status, contentType: headers.get("content-type") };
      const body = response.body?.getReader();
      if (body === undefined) return response;
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          recording.onPull?.();
          const { done, value } = await body.read();
          if (done) return controller.close();
          text += decoder.decode(value, { stream: true });
          controller.enqueue(value);
        },
        cancel: (reason) => body.cancel(reason),
      }, { highWaterMark: 0 });
      return new Response(stream, { status, headers });
    },
  };
  return recording;
}
