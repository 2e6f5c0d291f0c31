// Copyright 2026 the Rivulet authors. MIT license.

/** In a checkout the program is a task; elsewhere it is a command that was installed. */
export const IS_TASK: boolean = Deno.mainModule.endsWith("/demo/chat.ts");

/** What a person types to start it. */
export const PROGRAM: string = IS_TASK ? "deno task -q chat" : "ask-stars";
