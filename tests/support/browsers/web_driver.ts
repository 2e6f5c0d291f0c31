// Copyright 2026 the Rivulet authors. MIT license.

// A session of the W3C's WebDriver, on nothing but `fetch`.

/** One session, and with it one window. */
export interface WebDriverSession {
  readonly version: string;
  /** Sends a command; its path is behind that of the session. */
  send(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown>;
}

/** Opens a session with these capabilities. */
export async function openSession(
  base: string,
  capabilities: Record<string, unknown>,
): Promise<WebDriverSession> {
  const opened = await send("POST", `${base}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const { sessionId, capabilities: { browserVersion } } = opened as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  return {
    version: browserVersion,
    send: (method, path, body) => send(method, `${base}/session/${sessionId}${path}`, body),
  };
}

async function send(method: string, address: string, body: unknown = {}): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json" },
    ...method === "POST" ? { body: JSON.stringify(body) } : {},
  });
  const { value } = await response.json() as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(address).pathname}: ${error}, ${message}`);
}
