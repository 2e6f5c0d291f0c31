// Copyright 2026 the Rivulet authors. MIT license.

/** The systems whose ways to set a variable differ. */
export type System = "macos" | "windows" | "linux";

/** A command, and what to do after it. */
export interface OriginFix {
  readonly label: string;
  readonly command: string;
  readonly after?: string;
}

/**
 * The ways to let Ollama accept an origin, the one for this system first. Never `*`, and no
 * trailing slash.
 */
export function originFixes(origin: string, system: System): OriginFix[] {
  const bySystem: Record<System, OriginFix> = {
    macos: {
      label: "macOS app",
      command: `launchctl setenv OLLAMA_ORIGINS "${origin}"`,
      after: "Then quit and reopen Ollama.",
    },
    windows: {
      label: "Windows",
      command: `setx OLLAMA_ORIGINS "${origin}"`,
      after: "Then quit Ollama from the tray and start it again.",
    },
    linux: {
      label: "Linux service",
      command: [
        "sudo mkdir -p /etc/systemd/system/ollama.service.d",
        `printf '[Service]\\nEnvironment="OLLAMA_ORIGINS=${origin}"\\n' | ` +
        "sudo tee /etc/systemd/system/ollama.service.d/origins.conf",
        "sudo systemctl daemon-reload && sudo systemctl restart ollama",
      ].join("\n"),
      after: "It does what sudo systemctl edit ollama.service with these two lines does.",
    },
  };
  const others = (["macos", "windows", "linux"] as const).filter((other) => other !== system);
  return [
    bySystem[system],
    { label: "By hand", command: `OLLAMA_ORIGINS="${origin}" ollama serve` },
    {
      label: "Docker",
      command: `docker run -e OLLAMA_ORIGINS=${origin} -p 11434:11434 ollama/ollama`,
    },
    ...others.map((other) => bySystem[other]),
  ];
}
