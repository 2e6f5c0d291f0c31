// Copyright 2026 the Rivulet authors. MIT license.

const COMPARED = /^([<>]=?|)([\d,]{1,12}(?:\.\d{1,3})?k?)$/i;
const BETWEEN = /^([\d,]{1,12}(?:\.\d{1,3})?k?)\.\.(?:([\d,]{1,12}(?:\.\d{1,3})?k?)|\*)$/i;

/** How many stars are wanted, as GitHub writes it: `>1000`, `<=50`, `10..20`; also with a `k`. */
export function readStarBounds(text: string): ((stars: number) => boolean) | undefined {
  const [, sign, amount] = COMPARED.exec(text) ?? [];
  if (amount !== undefined) return comparison(sign!, numberOf(amount));
  const [, low, high] = BETWEEN.exec(text) ?? [];
  if (low === undefined) return undefined;
  const [least, most] = [numberOf(low), high === undefined ? Infinity : numberOf(high)];
  return (stars) => stars >= least && stars <= most;
}

function comparison(sign: string, bound: number): (stars: number) => boolean {
  if (sign === ">") return (stars) => stars > bound;
  if (sign === ">=") return (stars) => stars >= bound;
  if (sign === "<") return (stars) => stars < bound;
  if (sign === "<=") return (stars) => stars <= bound;
  return (stars) => stars === bound;
}

function numberOf(amount: string): number {
  const isThousands = /k$/i.test(amount);
  return Number(amount.replace(/,|k$/gi, "")) * (isThousands ? 1000 : 1);
}
