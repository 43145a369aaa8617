/**
 * Types of either database that values are only read as, by the names that the grammar gives them; arrays of them are
 * safe, too. Those that look names up (the reg family) are not here, nor is any that somebody made: it could be a domain
 * over one of those.
 */
export const SAFE_TYPES: ReadonlySet<string> = new Set(
  `
  bit blob bool box bpchar bytea char cidr circle clob date datemultirange daterange datetime decimal double float float4
  float8 inet int int2 int4 int4multirange int4range int8 int8multirange int8range integer interval json jsonb jsonpath
  line lseg macaddr macaddr8 money name number numeric nummultirange numrange nvarchar path point polygon real string text
  time timestamp timestamptz timetz tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector uuid varbit varchar xml
  `
    .trim()
    .split(/\s+/),
);
