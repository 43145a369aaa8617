// Parameters as the data of AgentDojo names them (Python types), as JSON Schema and as values.

/** Types that stand for the environment of a tool rather than for an argument. */
const ENVIRONMENT = /^Annotated/;

/** JSON Schema for a list of `{ name, type, required }`. */
export function schemaOf(parameters) {
  const given = parameters.filter(({ type }) => !ENVIRONMENT.test(type));
  return {
    type: 'object',
    required: given.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(given.map(({ name, type }) => [name, propertyOf(type)])),
    additionalProperties: false,
  };
}

/** For tools of which the data has calls alone. */
export function anySchema() {
  return { type: 'object' };
}

function propertyOf(type) {
  const [plain] = type.split(' | ');
  const property = typed(plain);
  return type.includes('None') ? { ...property, type: [property.type, 'null'] } : property;
}

function typed(type) {
  if (type.startsWith('list['))
    return { type: 'array', items: type === 'list[dict]' ? { type: 'object' } : typed(type.slice(5, -1)) };
  return { type: { int: 'integer', float: 'number', bool: 'boolean' }[type] ?? 'string' };
}

/** The arguments, with a value of the right type where the data has `$…` for what depends on the environment. */
export function standIns(args, parameters) {
  const types = new Map(parameters.map(({ name, type }) => [name, typed(type.split(' | ')[0]).type]));
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, standIn(value, types.get(name))]));
}

function standIn(value, type) {
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  return { array: [value], integer: 1, number: 100, boolean: true }[type] ?? value;
}
