/** Where two values stand to each other; for values that have no order, `above` means different. */
export type Order = 'below' | 'same' | 'above';

/** A question that was answered, and with which of its answers. */
interface Choice {
  answer: number;
  readonly answers: number;
}

/** There are too many cases to look at them all. */
export class TooManyWorlds extends Error {
  override readonly name = 'TooManyWorlds';
}

/**
 * One case of the inputs: an answer to every question that was asked about them. An answer that follows from earlier
 * ones is not free: who is above 4 is above 3.
 */
export class World {
  private readonly answers = new Map<string, number>();
  private readonly compared = new Map<string, Map<string, Order>>();
  private asked = 0;
  /** What was answered to what was asked. */
  readonly told = new Map<string, string>();

  constructor(private readonly choices: Choice[]) {}

  /** Whether something holds. */
  holds(question: string): boolean {
    const isSo = this.choose(question, 2) === 0;
    this.told.set(question, String(isSo));
    return isSo;
  }

  /** How a field stands to a text. */
  order(field: string, text: string): Order {
    const known = this.compared.get(field) ?? new Map<string, Order>();
    this.compared.set(field, known);
    const open = possibleOrders(known, text);
    const order = open[open.length === 1 ? 0 : this.choose(`${field} ? ${text}`, open.length)] ?? 'above';
    known.set(text, order);
    this.told.set(`${field} ? ${text}`, order);
    return order;
  }

  /** How two things stand to each other of which nothing is known. */
  orderOf(left: string, right: string): Order {
    const orders: Order[] = ['same', 'below', 'above'];
    const question = left < right ? `${left} ? ${right}` : `${right} ? ${left}`;
    const answer = orders[this.choose(question, 3)] ?? 'same';
    this.told.set(question, answer);
    if (left < right || answer === 'same') return answer;
    return answer === 'below' ? 'above' : 'below';
  }

  /** The text that a field is known to hold. */
  textOf(field: string): string | undefined {
    const known = [...(this.compared.get(field) ?? [])];
    return known.find(([, order]) => order === 'same')?.[0];
  }

  private choose(question: string, answers: number): number {
    const given = this.answers.get(question);
    if (given !== undefined) return given;
    const choice = this.choices[this.asked] ?? { answer: 0, answers };
    this.choices[this.asked++] = choice;
    this.answers.set(question, choice.answer);
    return choice.answer;
  }
}

/**
 * Runs something once for each case of the inputs, as far as it asks for them, until it returns false.
 * @param most cases that are looked at
 * @throws TooManyWorlds
 */
export function inEveryWorld(most: number, run: (world: World) => boolean): void {
  const choices: Choice[] = [];
  for (let count = 0; count < most; count++) {
    if (!run(new World(choices))) return;
    let last = choices.at(-1);
    while (last && last.answer + 1 >= last.answers) {
      choices.pop();
      last = choices.at(-1);
    }
    if (!last) return;
    last.answer++;
  }
  throw new TooManyWorlds('there are too many cases to look at them all');
}

/** What is left for a field and one more text. */
function possibleOrders(known: ReadonlyMap<string, Order>, text: string): Order[] {
  const before = known.get(text);
  if (before) return [before];
  const equal = [...known].find(([, order]) => order === 'same')?.[0];
  if (equal !== undefined) return [orderOfTexts(equal, text)];
  if (!isNumber(text)) return ['same', 'above'];
  const numbers = [...known].filter(([one]) => isNumber(one));
  const isAbove = numbers.some(([one, order]) => order === 'above' && Number(one) >= Number(text));
  const isBelow = numbers.some(([one, order]) => order === 'below' && Number(one) <= Number(text));
  if (isAbove) return ['above'];
  return isBelow ? ['below'] : ['same', 'below', 'above'];
}

/** Two texts that are numbers are compared as numbers. */
export function orderOfTexts(left: string, right: string): Order {
  if (isNumber(left) && isNumber(right)) {
    const difference = Number(left) - Number(right);
    return difference === 0 ? 'same' : difference < 0 ? 'below' : 'above';
  }
  return left === right ? 'same' : left < right ? 'below' : 'above';
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text.trim());
}
