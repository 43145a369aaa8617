import type { JsonObject } from '../../../platform/common/json.js';
import { recipientPattern } from './recipients.js';
import { type NotificationSettings, neededValues } from './templates.js';

const MAX_RECIPIENTS = 20;

/**
 * JSON Schema of a notification: the configured templates with the values each needs, the channels, and who may be
 * written to. A call that does not fit is refused before the user is asked.
 */
export function notificationArguments(settings: NotificationSettings): JsonObject {
  const { smtp, webhooks, templates, allowedRecipients } = settings;
  const names = Object.keys(webhooks);
  const address = { type: 'string', maxLength: 254, pattern: recipientPattern(allowedRecipients) };
  const channels = [
    ...(smtp.host === '' ? [] : [channelSchema('email', address, MAX_RECIPIENTS)]),
    ...(names.length === 0 ? [] : [channelSchema('webhook', { enum: names }, 1)]),
  ];
  return {
    type: 'object',
    properties: {
      channel: { enum: channels.map(({ channel }) => channel), description: 'How it is sent' },
      template: { enum: Object.keys(templates), description: 'The text that is sent' },
      to: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_RECIPIENTS,
        uniqueItems: true,
        items: { type: 'string' },
        description: 'Addresses; of webhooks, one name',
      },
      values: { type: 'object', description: 'What stands in the template' },
    },
    required: ['channel', 'template', 'to'],
    additionalProperties: false,
    allOf: [
      ...channels.map(({ schema }) => schema),
      ...Object.entries(templates).map(([name, template]) => templateSchema(name, neededValues(template))),
    ],
  };
}

function channelSchema(channel: string, items: JsonObject, maxItems: number): { channel: string; schema: JsonObject } {
  return { channel, schema: when('channel', channel, { properties: { to: { maxItems, items } } }) };
}

function templateSchema(name: string, paths: readonly (readonly string[])[]): JsonObject {
  if (paths.length === 0) return {};
  const values = { allOf: paths.map((path) => somethingAt(path)) };
  return when('template', name, { required: ['values'], properties: { values } });
}

function somethingAt([name, ...rest]: readonly string[]): JsonObject {
  if (name === undefined) return { type: ['string', 'number', 'boolean', 'object', 'array'] };
  return { type: 'object', required: [name], properties: { [name]: somethingAt(rest) } };
}

function when(property: string, value: string, consequence: JsonObject): JsonObject {
  return {
    if: { properties: { [property]: { const: value } }, required: [property] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: consequence,
  };
}
