// `npm run bench:gateway -- [--json]`: see ../README.md.
import { parseArgs } from 'node:util';
import { GATEWAY_TOOLS } from '../../dist/src/tools/sources/gateway/gateway-tools.js';
import { searchTools } from '../../dist/src/tools/sources/gateway/search-tools.js';

const VERBS = ['find', 'list', 'cancel', 'create', 'update', 'export', 'approve', 'archive', 'assign', 'merge'];
const THINGS = [
  'order',
  'invoice',
  'customer',
  'ticket',
  'shipment',
  'refund',
  'contract',
  'product',
  'supplier',
  'payment',
];
const PLACES = ['warehouse', 'shop', 'portal', 'ledger', 'archive'];

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const rows = [20, 100, 500].map(measure);
if (options.json) console.log(JSON.stringify(rows));
else console.table(rows);

function measure(count) {
  const tools = Array.from({ length: count }, (_, i) => makeTool(i));
  const all = chars(tools.map(definition));
  const search = searchTools(tools, 'cancel order shop').slice(0, 5);
  const gateway = chars(GATEWAY_TOOLS.map(definition)) + chars(search.map(definition));
  const found = tools.filter((tool) => {
    const words = tool.description.split(' ');
    return searchTools(tools, [words[0], words[2], words[5]].join(' ')).slice(0, 5).includes(tool);
  });
  return {
    tools: count,
    allTokens: Math.round(all / 4),
    gatewayTokens: Math.round(gateway / 4),
    saved: `${Math.round(100 * (1 - gateway / all))} %`,
    found: `${Math.round((100 * found.length) / count)} %`,
  };
}

function makeTool(i) {
  const [verb, thing, place] = [VERBS[i % 10], THINGS[Math.floor(i / 10) % 10], PLACES[Math.floor(i / 100) % 5]];
  return {
    code: `${place}.${thing}.${verb}`,
    group: 'HTTP_API',
    description: `${verb} a ${thing} of the ${place} and say what has become of it`,
    inputSchema: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', description: `Number of the ${thing}, as it stands on the ${place}'s papers` },
        reason: { type: 'string', description: 'Why, in a few words', maxLength: 200 },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many are given at most' },
      },
    },
  };
}

function definition({ code, group, description, inputSchema }) {
  return { tool_code: code, tool_group: group, description, side_effect: 'READ', input_schema: inputSchema };
}

function chars(value) {
  return JSON.stringify(value).length;
}
