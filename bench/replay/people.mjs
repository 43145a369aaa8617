// What people say to the demo's flow: the turns of one conversation, drawn by a seed, with numbers of its own.

const CITIES = ['Pune', 'Delhi', 'Mumbai', 'Chennai', 'Jaipur', 'Lucknow', 'Nagpur', 'Surat'];

/** @returns the messages of a conversation, one after the other */
export function talk(random) {
  const one = (...choices) => choices[Math.floor(random() * choices.length)];
  const digits = (count) => String(Math.floor((1 + random() * 9) * 10 ** (count - 1)));
  const order = digits(5);
  const greeting = random() < 0.3 ? [one('hello', 'hi there', 'good evening')] : [];
  const question =
    random() < 0.2 ? [one('how long does it take?', 'what does it cost?', 'how do I cancel an order?')] : [];
  const yes = one('yes', 'yes please', 'go ahead', 'sure, do it', 'ok, please cancel it');
  const no = one('no', 'no, leave it', 'better not');
  const kind = random();
  if (kind < 0.1) return [...greeting, one('tell me a joke', 'what is the weather like?'), ...question, 'bye'];
  if (kind < 0.7) {
    const known = one(`cancel my order ${order}`, `please cancel order ${order}`, `I want to cancel my order ${order}`);
    const asked = random() < 0.6 ? [known] : [one('cancel my order', 'I do not want my order any more'), order];
    const corrected = random() < 0.15 ? [`no, I mean order ${digits(5)}`] : [];
    return [...greeting, ...asked, ...question, ...corrected, random() < 0.75 ? yes : no];
  }
  const [from, to] = [one(...CITIES), one(...CITIES)];
  return [
    ...greeting,
    `move my electricity connection from ${from} to ${to}`,
    `my customer number is ${digits(7)}, phone ${digits(10)}, email p${digits(4)}@example.org`,
    ...question,
    random() < 0.75 ? one('yes', 'yes please', 'go ahead') : no,
  ];
}
