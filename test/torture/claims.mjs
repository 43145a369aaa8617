// What a reply says about the world, read from its words as a user would.

const PATTERNS = [
  [/\bI cannot tell yet\b|\bI do not know yet\b/, 'unknown'],
  [/\bDone\.|\bhas already been done\b|\bThat is done\./, 'done'],
  [/\bcould not be done just now\b/, 'not done yet'],
  [/\bnothing waiting for your confirmation\b/, 'nothing was ever asked'],
  // These are about the message alone.
  [/\bNothing was done: (?:your answer|what you agreed)|has changed in the meantime/, 'not this'],
  [/\bnothing was done\b|\bcould not be done\b|\bcannot be carried out\b/i, 'not done'],
];

/** What the text claims, and the amount or the action of a run that it names; undefined where it claims nothing. */
export function claimOf(text) {
  const [, claim] = PATTERNS.find(([pattern]) => pattern.test(text)) ?? [];
  const [, amount] = /\(amount: (\d+)\)/.exec(text) ?? [];
  // A run is known by the action that has begun it, and its attempt.
  const [, actionId] = /\(run id: ([0-9a-f-]{36})\.\d+/.exec(text) ?? [];
  return claim && { claim, amount: amount === undefined ? undefined : Number(amount), actionId };
}
