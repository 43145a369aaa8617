import type { Tool } from './manifest.js';

/** What a model reads of a tool: its description, and where it only asks, who takes the word. */
export function describeForModels({ description, constraints: { confirmed_by } }: Tool): string {
  if (confirmed_by === undefined) return description;
  return `${description}\n\nThis only asks; nothing is done yet. Put the message of the answer before the user, and its consent_url where it has one: the user decides there. Otherwise call ${confirmed_by} with action_id and the user's decision.`;
}
