// A flow that has nothing but the tools of the data.

/** `dojo.send_money` as `Send money`. */
export function titleOf(code) {
  const words = code
    .slice(code.indexOf('.') + 1)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** SQL for the tools: each can be called anywhere, and writes where the data says so. */
export function flowSeed(tools) {
  return tools
    .map(({ code, schema, writes }) => {
      const values = [
        code,
        'WORKFLOW_ACTION',
        'ANY',
        'ANY',
        titleOf(code),
        writes ? 'WRITE' : 'READ',
        JSON.stringify(schema),
      ];
      const list = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
      return `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, input_schema)
 VALUES (${list});`;
    })
    .join('\n');
}
