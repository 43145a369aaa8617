/** Options of a property with at most this many values are listed. */
const MAX_OPTIONS = 8;

/** The JSON Schema that someone would write for the slots of a service: types and formats by name and by values. */
export function schemaOf(rows) {
  const values = new Map();
  for (const row of rows) {
    for (const [slot, said] of Object.entries(row.confirm_slots))
      values.set(slot, [...(values.get(slot) ?? []), ...said]);
    for (const { act, slot } of row.user_act_args)
      if (act === 'INFORM' && slot && !values.has(slot)) values.set(slot, []);
  }
  const properties = Object.fromEntries([...values].map(([slot, said]) => [slot, propertyOf(slot, said)]));
  return { type: 'object', properties };
}

function propertyOf(slot, said) {
  const distinct = [...new Map(said.map((value) => [value.toLowerCase(), value])).values()];
  if (/(^|_)date$/.test(slot)) return { type: 'string', format: 'date' };
  if (/(^|_)time$/.test(slot)) return { type: 'string', format: 'time' };
  if (distinct.length > 0 && distinct.every((value) => /^\d+$/.test(value))) return { type: 'integer', minimum: 1 };
  if (distinct.length > 0 && distinct.every((value) => /^\$[\d,.]+$/.test(value))) return { type: 'number' };
  if (distinct.length > 0 && distinct.every((value) => /^(true|false)$/i.test(value))) return { type: 'boolean' };
  return distinct.length > 1 && distinct.length <= MAX_OPTIONS
    ? { type: 'string', enum: distinct }
    : { type: 'string' };
}

/** Words to a value of the property; undefined where that takes a reader. */
export function expectedValue(property, text) {
  if (property.format === 'time') return timeOf(text);
  if (property.format === 'date') return dateOf(text);
  if (property.type === 'integer' || property.type === 'number')
    return /\d/.test(text) ? Number(text.replace(/[^\d.]/g, '')) : undefined;
  if (property.type === 'boolean') return text.toLowerCase() === 'true';
  if (property.enum) return property.enum.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
  return text;
}

function timeOf(text) {
  const match = /^(\d{1,2})(?::(\d\d))? ?([ap])\.?m\.?$/i.exec(text);
  if (!match) return undefined;
  const hour = (Number(match[1]) % 12) + (match[3].toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${match[2] ?? '00'}:00Z`;
}

function dateOf(text) {
  const day = /^march (\d{1,2})(?:st|nd|rd|th)?$|^(\d{1,2})(?:st|nd|rd|th)? (?:of )?march$/i.exec(text);
  return day ? `2019-03-${(day[1] ?? day[2]).padStart(2, '0')}` : undefined;
}
