import type { JsonObject } from '../common/json.js';

/** The media type of an event in the structured mode of CloudEvents: the envelope is in the body, and so is signed with it. */
export const CLOUD_EVENT_JSON = 'application/cloudevents+json';

/** Where there is no address to name. */
const UNNAMED_SOURCE = 'urn:convengine:service';

/**
 * A payload of the webhook in an envelope of CloudEvents 1.0.
 * @param source the address of the service; empty: none is named
 */
export function cloudEvent(payload: JsonObject, source: string): JsonObject {
  const { eventId = null, type, event, conversationId = null, occurredAt = null } = payload;
  return {
    specversion: '1.0',
    id: eventId,
    source: source === '' ? UNNAMED_SOURCE : source,
    type: `convengine.${type}.${event}`.toLowerCase(),
    subject: conversationId,
    time: occurredAt,
    datacontenttype: 'application/json',
    data: payload,
  };
}
