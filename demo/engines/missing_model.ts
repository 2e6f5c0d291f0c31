// Copyright 2026 the Rivulet authors. MIT license.

import {
  type LocalServer,
  ModelMissingError,
  type ServerModel,
  subjectOf,
} from "./local_server.ts";

/** A server that does not have the model, and those that it has. */
export interface FoundServer {
  readonly server: LocalServer;
  readonly baseUrl: string;
  readonly models: readonly ServerModel[];
  /** The model that it would be asked for by itself. */
  readonly defaultModel: string;
}

/** No server that was found has the model; says which there are, and how to get it. */
export class NoModelError extends ModelMissingError {
  readonly found: readonly FoundServer[];
  readonly wanted: string | undefined;

  constructor(found: readonly FoundServer[], wanted?: string) {
    super(wanted === undefined ? noneAnswers(found) : notThere(found, wanted));
    this.found = found;
    this.wanted = wanted;
  }
}

/** The names of the models that answer. */
export function answeringModels(models: readonly ServerModel[]): string[] {
  return models.filter(({ embeds }) => !embeds).map(({ name }) => name);
}

function noneAnswers(found: readonly FoundServer[]): string {
  const servers = found.map(({ server, baseUrl, models }) => {
    const others = models.length === 0 ? "" : ` (only ${listOf(models.map(({ name }) => name))})`;
    return `${subjectOf(server, baseUrl)} has no model that answers${others}`;
  });
  const way = found.map(({ server, defaultModel }) => server.pullCommand?.(defaultModel))
    .find((command) => command !== undefined);
  return `${servers.join(", ")}. ${way === undefined ? "Load one there." : `Run \`${way}\`.`}`;
}

function notThere(found: readonly FoundServer[], wanted: string): string {
  const having = found
    .map(({ server, models }) => ({ name: server.name, names: answeringModels(models) }))
    .filter(({ names }) => names.length > 0);
  const choice = having.length === 1
    ? listOf(having[0]!.names)
    : having.map(({ name, names }) => `${listOf(names)} in ${name}`).join("; ");
  const command = found.map(({ server }) => server.pullCommand?.(wanted))
    .find((command) => command !== undefined);
  const ways = [
    having.length > 0 && `pick one you have (${choice})`,
    command !== undefined && `run \`${command}\``,
  ].filter((way) => way !== false);
  const advice = ways.length === 0 ? "load it there" : ways.join(", or ");
  return `${wanted} is not installed. ${advice[0]!.toUpperCase()}${advice.slice(1)}.`;
}

const MOST_NAMES = 12;

function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
