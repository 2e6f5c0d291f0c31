// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { SentRequest } from "../state/sent_request.ts";

/** The real messages, as they are sent. */
export function SentView({ sent }: { sent: SentRequest }): JSX.Element {
  const { url, headers, model, messages } = sent;
  return (
    <div class="sent">
      <dl>
        <dt>To</dt>
        <dd>{url ?? "the model in this browser: nothing leaves this device"}</dd>
        <dt>Model</dt>
        <dd>{model}</dd>
        {Object.entries(headers).map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {messages.map(({ role, content }, index) => (
        <>
          <h3 key={index}>{titleOf(role, index === messages.length - 1)}</h3>
          <pre tabIndex={0}>{content}</pre>
        </>
      ))}
    </div>
  );
}

function titleOf(role: string, isLast: boolean): string {
  if (role === "system") return "Instruction";
  if (isLast) return "Question and matches";
  return role === "user" ? "Question before" : "Answer before";
}
