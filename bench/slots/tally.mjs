/** Counts of what was read in the turns of a service, by kind of property. */
export class Tally {
  kinds = new Map();
  turns = 0;
  /** Turns that agree with what was proposed, and yet a value was read that differs from it. */
  disturbed = 0;
  agreeing = 0;
  slowestMs = 0;
  totalMs = 0;
  misses = [];

  constructor(name) {
    this.name = name;
  }

  static sum(name, tallies) {
    const total = new Tally(name);
    for (const tally of tallies) {
      for (const key of ['turns', 'disturbed', 'agreeing', 'totalMs']) total[key] += tally[key];
      total.slowestMs = Math.max(total.slowestMs, tally.slowestMs);
      total.misses.push(...tally.misses);
      for (const [kind, counts] of tally.kinds) {
        for (const [key, count] of Object.entries(counts)) total.count(kind, key, count);
      }
    }
    return total;
  }

  add(row, schema, { known, wanted, read, ms }) {
    this.turns += 1;
    this.totalMs += ms;
    this.slowestMs = Math.max(this.slowestMs, ms);
    const changed = Object.entries(read).filter(([slot, value]) => slot in wanted || !same(value, known[slot]));
    if (row.executed) {
      this.agreeing += 1;
      if (changed.length > 0) this.disturbed += 1;
    }
    for (const [slot, value] of Object.entries(wanted)) {
      const kind = kindOf(schema.properties[slot]);
      const outcome = !(slot in read) ? 'missing' : same(read[slot], value) ? 'right' : 'wrong';
      this.count(kind, outcome);
      if (outcome !== 'right') this.misses.push([kind, outcome, slot, value, read[slot], row.user_utterance]);
    }
    for (const [slot, value] of changed.filter(([slot]) => !(slot in wanted))) {
      const kind = kindOf(schema.properties[slot]);
      this.count(kind, 'unasked');
      this.misses.push([kind, 'unasked', slot, known[slot], value, row.user_utterance]);
    }
  }

  count(kind, outcome, by = 1) {
    const counts = this.kinds.get(kind) ?? { right: 0, wrong: 0, unasked: 0, missing: 0 };
    counts[outcome] += by;
    this.kinds.set(kind, counts);
  }

  missesOf(kind) {
    return this.misses
      .filter(([each]) => kind === 'all' || each === kind)
      .map((miss) => miss.map((each) => JSON.stringify(each)).join(' '));
  }

  figures() {
    const rows = [...this.kinds].map(([kind, counts]) => ({ kind, ...counts }));
    const all = rows.reduce((sum, row) => merge(sum, row), { kind: 'all', right: 0, wrong: 0, unasked: 0, missing: 0 });
    return {
      name: this.name,
      turns: this.turns,
      disturbed: { turns: this.disturbed, of: this.agreeing },
      meanMs: round(this.totalMs / this.turns),
      slowestMs: round(this.slowestMs),
      kinds: [...rows, all].map((row) => ({ ...row, ...ratios(row) })),
    };
  }

  table() {
    const { name, turns, disturbed, meanMs, slowestMs, kinds } = this.figures();
    const head = `${name}: ${turns} turns, ${disturbed.turns} of ${disturbed.of} agreeing ones disturbed, ${meanMs} ms a turn (slowest ${slowestMs} ms)`;
    const columns = ['kind', 'right', 'wrong', 'unasked', 'missing', 'precision', 'recall'];
    const lines = [columns, ...kinds.map((row) => columns.map((column) => row[column]))];
    return [head, ...lines.map((line) => line.map((cell) => String(cell).padEnd(10)).join(''))].join('\n');
  }
}

function merge(sum, row) {
  const keys = ['right', 'wrong', 'unasked', 'missing'];
  return { ...sum, ...Object.fromEntries(keys.map((key) => [key, sum[key] + row[key]])) };
}

function ratios({ right, wrong, unasked, missing }) {
  const share = (part, whole) => (whole === 0 ? '-' : (part / whole).toFixed(3));
  return { precision: share(right, right + wrong + unasked), recall: share(right, right + wrong + missing) };
}

function kindOf(property) {
  if (property === undefined) return 'unknown';
  return property.format ?? (property.enum ? 'enum' : property.type);
}

function same(left, right) {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

function round(ms) {
  return Number(ms.toFixed(2));
}
