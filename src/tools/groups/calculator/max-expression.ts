/** Characters of an expression. */
export const MAX_EXPRESSION = 2_000;
