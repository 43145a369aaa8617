// What all contenders do: the same words are read in the same way, and the same is said.

/** The order that a message asks to cancel, or undefined. */
export function readOrder(message) {
  return /\bcancel\b.*\border (\d{1,18})\b/i.exec(message)?.[1];
}

export function isYes(message) {
  return /^\s*yes\b/i.test(message);
}

export const question = (order) => `Shall I cancel order ${order}? This cannot be undone.`;
export const cancelled = (order) => `Order ${order} is cancelled.`;
export const NOTHING_OPEN = 'There is nothing to confirm.';
