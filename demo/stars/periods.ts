// Copyright 2026 the Rivulet authors. MIT license.

const DAY_MS = 24 * 60 * 60 * 1000;

/** A time that a question names. */
export interface Period {
  /** As the question names it, such as "last week". */
  readonly words: string;
  /** The question without it. */
  readonly rest: string;
  /** Whether an ISO date lies in it. */
  holds(isoDate: string): boolean;
}

const NAMED = /(?:^|\s)(?:(today|yesterday)|(this|last) (week|month|year)|in (\d{4}))$/;

/** The time at the end of a question in small letters; undefined where there is none. */
export function periodOf(text: string, now: number): Period | undefined {
  const match = NAMED.exec(text);
  if (match === null) return undefined;
  const [words, day, which, unit, year] = match;
  const [start, end] = day !== undefined
    ? daysBack(now, day === "today" ? 0 : 1)
    : year !== undefined
    ? [new Date(Number(year), 0), new Date(Number(year) + 1, 0)]
    : calendarOf(new Date(now), unit!, which === "last" ? 1 : 0);
  return {
    words: words!.trim(),
    rest: text.slice(0, match.index),
    holds: (isoDate) => {
      const moment = Date.parse(isoDate);
      return moment >= start!.getTime() && moment < end!.getTime();
    },
  };
}

function daysBack(now: number, days: number): [Date, Date] {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return [addDays(day, -days), addDays(day, 1 - days)];
}

/** Weeks begin on Monday. */
function calendarOf(now: Date, unit: string, back: number): [Date, Date] {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  if (unit === "year") return [new Date(year - back, 0), new Date(year - back + 1, 0)];
  if (unit === "month") return [new Date(year, month - back), new Date(year, month - back + 1)];
  const monday = addDays(new Date(year, month, now.getDate()), -((now.getDay() + 6) % 7));
  return [addDays(monday, -7 * back), addDays(monday, 7 - 7 * back)];
}

/** By noon, since a day may have 23 hours. */
function addDays(date: Date, days: number): Date {
  const other = new Date(date.getTime() + days * DAY_MS + DAY_MS / 2);
  other.setHours(0, 0, 0, 0);
  return other;
}
