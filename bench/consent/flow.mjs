// A flow for the services of the data: one intent each, whose action books whatever the slots say.

/** What opens a proposal of a service; the values come as parameters. */
export const opening = (service) => `open ${service.toLowerCase()}`;

/** SQL for the services that occur in the turns. */
export function flowSeed(turns) {
  const services = [...new Set(turns.map(({ service }) => service))];
  return services.map((service) => serviceSeed(service, slotValues(turns, service))).join('\n');
}

function slotValues(turns, service) {
  const values = new Map();
  for (const row of turns.filter((each) => each.service === service)) {
    for (const [slot, value] of Object.entries(row.arguments)) {
      values.set(slot, (values.get(slot) ?? new Set()).add(value));
    }
  }
  return values;
}

function serviceSeed(service, slots) {
  const properties = Object.fromEntries([...slots].map(([slot, values]) => [slot, propertyOf(values)]));
  const schema = JSON.stringify({ type: 'object', properties }).replaceAll("'", "''");
  return `
INSERT INTO ce_intent (intent_code, description) VALUES ('${service}', '${service}');
INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
 ('REGEX', '^${opening(service)}$', '${service}', 'ASK', 1);
INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('${service}', 'ANY', '${schema}', 1);
INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
 ('${service}', 'ASK', 'book', 'benchBooking', 'book');
INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
 ('${service}', 'ASK', 'TEXT', 'EXACT', '{{bench_question}}');`;
}

/** Integers where all values are, yes or no likewise, and otherwise text. */
function propertyOf(values) {
  const texts = [...values];
  if (texts.every((text) => /^\d{1,3}$/.test(text))) return { type: 'integer', minimum: 1, maximum: 100 };
  if (texts.every((text) => /^(true|false)$/i.test(text))) return { type: 'boolean' };
  return { type: 'string' };
}

/** The values of a proposal in the types of the schema. */
export function typedArguments(row, turns) {
  const slots = slotValues(turns, row.service);
  const typed = Object.entries(row.arguments).map(([slot, value]) => {
    const { type } = propertyOf(slots.get(slot));
    return [slot, type === 'integer' ? Number(value) : type === 'boolean' ? /true/i.test(value) : value];
  });
  return Object.fromEntries(typed);
}
