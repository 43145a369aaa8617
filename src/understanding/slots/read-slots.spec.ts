import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { readSlots } from './read-slots.js';

const TRANSFER: JsonObject = {
  type: 'object',
  required: ['customerId', 'phone', 'email', 'sourceCity', 'targetCity'],
  properties: {
    customerId: { type: 'string' },
    phone: { type: 'string', pattern: '^[0-9]{10}$', examples: ['9988776655'] },
    email: { type: 'string', format: 'email' },
    sourceCity: { type: 'string' },
    targetCity: { type: 'string' },
  },
};
const LOAN: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['customerId', 'requestedAmount', 'tenureMonths'],
  properties: {
    customerId: { type: 'string', minLength: 3, maxLength: 64 },
    requestedAmount: { type: 'number', minimum: 1000, maximum: 50_000_000 },
    tenureMonths: { type: 'integer', minimum: 6, maximum: 480 },
  },
};
const ORDER: JsonObject = { type: 'object', required: ['orderId'], properties: { orderId: { type: 'string' } } };
const ORDER_NUMBER: JsonObject = {
  type: 'object',
  required: ['orderId'],
  properties: { orderId: { type: 'integer' } },
};
const AMOUNT: JsonObject = { type: 'object', required: ['amt'], properties: { amt: { type: 'number' } } };
const FLIGHT: JsonObject = {
  type: 'object',
  required: ['fromCity', 'toCity', 'seatClass', 'passengers', 'date'],
  properties: {
    fromCity: { type: 'string' },
    toCity: { type: 'string' },
    seatClass: { enum: ['ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS'] },
    passengers: { type: 'integer', minimum: 1, maximum: 9 },
    date: { type: 'string', format: 'date' },
    wifi: { type: 'boolean' },
    notes: { type: 'string' },
    meals: { type: 'array', items: { type: 'string', enum: ['vegan', 'kosher', 'halal'] } },
  },
};

function read(schema: JsonObject, text: string, askedFor: string[] = [], values: JsonObject = {}) {
  const { words: _, ...read } = readSlots({ text, schema, values, askedFor });
  return read;
}

describe('several values for a field that takes one', () => {
  it.each([
    ['cancel orders 7017 and 7018', '7017 and 7018'],
    ['cancel 7017, 7018 and 7019 please', '7017, 7018 and 7019'],
    ['cancel order 7017 and order 7018', '7017 and order 7018'],
    ['#7017 or #7018', '7017 or #7018'],
    ['orders ORD-7017 & ORD-7018', 'ORD-7017 & ORD-7018'],
  ])('are none, and said to be one too many: %j', (text, value) =>
    expect(readSlots({ text, schema: ORDER, values: {} })).toMatchObject({
      values: {},
      rejected: [{ field: 'orderId', value, reason: 'can be only one at a time; please say which' }],
    }),
  );

  it.each([
    ['cancel order 7017, no, 7018', '7018'],
    ['cancel order 7017 and refund 250 euros', '7017'],
    ['cancel order 7017 and 7017', '7017'],
    ['my order 7017 and my phone is 0151 234567', '7017'],
  ])('are not seen in a repair, the same twice, or another number: %j', (text, orderId) =>
    expect(readSlots({ text, schema: ORDER, values: {} })).toMatchObject({ values: { orderId }, rejected: [] }),
  );
});

describe('several values in one message', () => {
  it.each<[JsonObject, string, JsonObject]>([
    [TRANSFER, 'move my electricity connection from Pune to Delhi', { sourceCity: 'Pune', targetCity: 'Delhi' }],
    [TRANSFER, 'Move my electricity connection from City1 to City2.', { sourceCity: 'City1', targetCity: 'City2' }],
    [
      TRANSFER,
      'customerId 9912, phone 9988776655, email user@zapper.com, sourceCity City1, targetCity City2',
      { customerId: '9912', phone: '9988776655', email: 'user@zapper.com', sourceCity: 'City1', targetCity: 'City2' },
    ],
    [
      TRANSFER,
      'customerId 9912, phone is 9988776655, email: user@zapper.com',
      { customerId: '9912', phone: '9988776655', email: 'user@zapper.com' },
    ],
    [
      LOAN,
      'Apply loan for customer CUST-1001, amount 350000 for 36 months.',
      { customerId: 'CUST-1001', requestedAmount: 350_000, tenureMonths: 36 },
    ],
    [LOAN, 'customer id 1234, 35000, 24 months', { customerId: '1234', requestedAmount: 35_000, tenureMonths: 24 }],
    [
      LOAN,
      '₹3,50,000 for 3 years, customer CUST-LOW',
      { customerId: 'CUST-LOW', requestedAmount: 350_000, tenureMonths: 36 },
    ],
    [LOAN, 'tenure 24, amount is 1.5 lakh', { tenureMonths: 24, requestedAmount: 150_000 }],
    [
      FLIGHT,
      'Premium economy from London to New York on 2026-03-11 for 2 passengers, with wifi',
      {
        fromCity: 'London',
        toCity: 'New York',
        date: '2026-03-11',
        seatClass: 'PREMIUM_ECONOMY',
        passengers: 2,
        wifi: true,
      },
    ],
  ])('%#: %j', (schema, text, values) => {
    expect(read(schema, text)).toEqual({ values, rejected: [] });
  });
});

describe('a labelled value', () => {
  it.each([
    ...[
      'order 7017',
      'cancel my order 7017',
      'order number is 7017',
      'order #7017',
      'my order no. 7017',
      'order: 7017',
    ],
    ...['order id = 7017', 'orderId 7017', 'order_id: 7017', '7017 is my order number', 'My Order Number Is 7017!'],
  ])('is an order number in %j, as text or as a number', (text) => {
    expect(read(ORDER, text).values).toEqual({ orderId: '7017' });
    expect(read(ORDER_NUMBER, text).values).toEqual({ orderId: 7017 });
  });

  it.each(['Cancel my shoe order.', 'cancel 2 orders', 'order 2 pizzas', 'in order to proceed', 'where is my order?'])(
    'is not an order number in %j',
    (text) => {
      expect(read(ORDER, text).values).toEqual({});
      expect(read(ORDER_NUMBER, text).values).toEqual({});
    },
  );

  it('is found by title and by the other words of x-labels', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { city: { type: 'string', title: 'Home town', 'x-labels': ['place of residence'] } },
    };
    expect(read(schema, 'home town is Bonn').values).toEqual({ city: 'Bonn' });
    expect(read(schema, 'My place of residence: Köln.').values).toEqual({ city: 'Köln' });
  });

  it('is text up to the end of its clause', () => {
    expect(read(TRANSFER, 'source city is New Delhi, target city is Port Blair. Thanks').values).toEqual({
      sourceCity: 'New Delhi',
      targetCity: 'Port Blair',
    });
    expect(read(FLIGHT, 'notes: please ring twice, door 5. Thanks').values).toEqual({
      notes: 'please ring twice, door 5',
    });
  });

  it('is a list up to the end of the sentence', () => {
    expect(read(FLIGHT, 'meals: vegan, halal and Kosher.').values).toEqual({ meals: ['vegan', 'halal', 'kosher'] });
  });

  it('is not read for a label that two fields share', () => {
    expect(read(TRANSFER, 'the city is Pune').values).toEqual({});
  });

  it('is found by x-extract, whose first group is the value', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { ref: { type: 'string', 'x-extract': ['case\\s+([a-z]{3}\\d{3})', 'file (\\d+)'] } },
    };
    expect(read(schema, 'about file 12').values).toEqual({ ref: '12' });
    expect(read(schema, 'about case abc123 please').values).toEqual({ ref: 'abc123' });
  });
});

describe('a value without a label', () => {
  it('is told by its shape', () => {
    expect(read(TRANSFER, 'user@zapper.com 99887 76655').values).toEqual({
      email: 'user@zapper.com',
      phone: '9988776655',
    });
    expect(read(LOAN, 'CUST-1001').values).toEqual({ customerId: 'CUST-1001' });
    expect(read(ORDER, 'Order ORD-7017 was submitted by admin').values).toEqual({ orderId: 'ORD-7017' });
  });

  it.each(["It's 48392.", '48392', '48392 please', 'sure, 48392', '#48392'])(
    'is the only missing number in %j',
    (text) => {
      expect(read(ORDER, text).values).toEqual({ orderId: '48392' });
      expect(read(ORDER_NUMBER, text).values).toEqual({ orderId: 48_392 });
    },
  );

  it('is not given to one of several missing numbers, unless one was asked for', () => {
    expect(read(LOAN, '350000').values).toEqual({});
    expect(read(LOAN, '350000', ['requestedAmount']).values).toEqual({ requestedAmount: 350_000 });
    expect(read(LOAN, '350000', [], { customerId: '1234', tenureMonths: 24 }).values).toEqual({
      requestedAmount: 350_000,
    });
  });

  it('is not one of two numbers', () => {
    expect(read(AMOUNT, '12 or 14').values).toEqual({});
  });

  it.each<[string, number]>([
    ['5 dollars', 5],
    ['$5.50', 5.5],
    ['about 5k please', 5000],
    ['1,500.75 EUR', 1500.75],
    ['-5', -5],
    ['twenty-four', 24],
    ['five hundred', 500],
    ['3 lakh', 300_000],
    ['amt=7', 7],
  ])('is a number written as %j', (text, amt) => {
    expect(read(AMOUNT, text).values).toEqual({ amt });
  });

  it.each(['I have 2 kids', 'loan please', 'call me at 5pm', 'v2.0.7', 'part A5'])('is no amount in %j', (text) => {
    expect(read(AMOUNT, text).values).toEqual({});
  });

  it.each<[string, JsonObject]>([
    ['move it to Delhi from Pune', { sourceCity: 'Pune', targetCity: 'Delhi' }],
    ['from pune to new delhi please', { sourceCity: 'pune', targetCity: 'new delhi' }],
    ['I am moving to Delhi', { targetCity: 'Delhi' }],
    ['I want to cancel', {}],
    ['from monday to friday', {}],
  ])('is a direction in %j', (text, values) => {
    expect(read(TRANSFER, text).values).toEqual(values);
  });

  it.each<[string, JsonObject]>([
    ['business please', { seatClass: 'BUSINESS' }],
    ['not economy, business', { seatClass: 'BUSINESS' }],
    ['economy or business?', {}],
    ['premium-economy', { seatClass: 'PREMIUM_ECONOMY' }],
    ['two passengers and no wifi', { passengers: 2, wifi: false }],
  ])('is an option in %j', (text, values) => {
    expect(read(FLIGHT, text).values).toEqual(values);
  });
});

describe('the answer to one question', () => {
  it.each<[string, string, JsonValue]>([
    ['fromCity', "It's New Delhi.", 'New Delhi'],
    ['fromCity', 'pune', 'pune'],
    ['seatClass', 'Business', 'BUSINESS'],
    ['passengers', 'three', 3],
    ['wifi', 'yes please', true],
    ['wifi', 'nope', false],
    ['notes', 'leave it at the door, second floor', 'leave it at the door, second floor'],
  ])('fills %s with %j', (field, text, value) => {
    expect(read(FLIGHT, text, [field]).values).toEqual({ [field]: value });
  });

  it.each([
    'cancel',
    'what is the fee?',
    'yes please',
    'I want to talk to a human',
    'hello',
    'no thanks',
    "I don't know",
  ])('is not %j', (text) => {
    expect(read(FLIGHT, text, ['fromCity']).values).toEqual({});
    expect(read(ORDER, text, ['orderId']).values).toEqual({});
  });
});

describe('a value that cannot be used', () => {
  it.each<[JsonObject, string, string, JsonValue, string]>([
    [TRANSFER, 'phone is 12345', 'phone', '12345', 'is not in the form that is needed, such as 9988776655'],
    [LOAN, 'amount 500', 'requestedAmount', 500, 'must be at least 1000'],
    [FLIGHT, '12 passengers', 'passengers', 12, 'must be at most 9'],
    [FLIGHT, '2.5 passengers', 'passengers', 2.5, 'must be a whole number, not 2.5'],
    [AMOUNT, 'amt: abc', 'amt', 'abc', 'must be a number'],
    [LOAN, 'customer id 12', 'customerId', '12', 'must have at least 3 characters'],
  ])('%#: is reported and never kept: %s %j', (schema, text, field, value, reason) => {
    expect(read(schema, text)).toEqual({ values: {}, rejected: [{ field, value, reason }] });
  });

  it('is reported for the option that was asked for', () => {
    expect(read(FLIGHT, 'first class', ['seatClass'])).toEqual({
      values: {},
      rejected: [
        { field: 'seatClass', value: 'first class', reason: 'must be one of ECONOMY, PREMIUM_ECONOMY, BUSINESS' },
      ],
    });
  });

  it('does not spill into another field', () => {
    expect(read(TRANSFER, 'phone is 12345').values).toEqual({});
  });
});

describe('limits', () => {
  it('never reads a reserved key, even when the schema names it', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { pending_action: { type: 'string' }, approval: { type: 'boolean' } },
    };
    expect(read(schema, 'pending_action: x, approval: yes', ['approval'])).toEqual({ values: {}, rejected: [] });
  });

  it('reads nothing for a schema without properties', () => {
    expect(read({ type: 'object' }, 'order 7017')).toEqual({ values: {}, rejected: [] });
  });

  it('refuses a document that is no schema', () => {
    expect(() => read({ type: 'object', properties: { a: { type: 'strange' } } }, 'a is b')).toThrow(SyntaxError);
  });
});

describe('the words of a value', () => {
  it('are those of the message that it was read from, as they were written', () => {
    const schema = { properties: { room: { type: 'integer' }, day: { type: 'string', format: 'date' } } } as const;
    const { values, words } = readSlots({ text: 'room 12 on 2026-03-05, please', schema, values: {} });
    expect(values).toEqual({ room: 12, day: '2026-03-05' });
    expect(words).toEqual({ room: '12', day: '2026-03-05' });
  });
});
