// More tables around those of a set, so that times are those of a large catalogue.
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'zu'];
const COLUMNS_OF_A_TABLE = 9;
const TABLES_OF_A_SCHEMA = 20;

/**
 * The rows, and invented tables up to `count` rows. Half of the invented columns are called as columns of the set are,
 * so that its words hit many tables; the other half have names of their own. The same at every run.
 */
export function grownTo(rows, count) {
  const random = randomFrom(1);
  const names = rows.map(({ columnName }) => columnName).filter((name) => name !== '');
  const word = () => Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
  const grown = [...rows];
  for (let table = 0; grown.length < count; table++) {
    const tableName = `schema_${Math.floor(table / TABLES_OF_A_SCHEMA)}.${word()}_${word()}`;
    grown.push({ tableName, columnName: '', description: '', tags: [] });
    for (let column = 0; column < COLUMNS_OF_A_TABLE && grown.length < count; column++) {
      const isKnown = random() < 0.5 && names.length > 0;
      const columnName = isKnown ? names[Math.floor(random() * names.length)] : `${word()}_${word()}`;
      grown.push({ tableName, columnName, description: `${word()} of ${word()}`, tags: [] });
    }
  }
  return grown;
}

/** Numbers from 0 to 1 (a linear congruential generator: good enough to be different, the same every time). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
