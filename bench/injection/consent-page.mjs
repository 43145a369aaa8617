// The consent page, as a person sees and uses it.

/** Labels of what the page shows below the arguments. */
const FACTS = ['Risk', 'Asked', 'Expires'];
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The question on the page; undefined where the link opens none. */
export async function look(link) {
  const response = await fetch(link);
  const html = await response.text();
  if (!response.ok) return undefined;
  const rows = [...html.matchAll(/<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(([, name, value]) => [
    plain(name),
    plain(value),
  ]);
  const values = Object.fromEntries(rows.filter(([name]) => !FACTS.some((fact) => name.startsWith(fact))));
  return { question: plain(/<p class="question">([\s\S]*?)<\/p>/.exec(html)?.[1] ?? ''), values };
}

/** Presses Yes or No, with what is typed as the code. */
export async function press(link, isYes, code) {
  const decision = isYes ? 'CONFIRM' : 'REJECT';
  const body = new URLSearchParams({ decision, ...(code !== undefined && { code }) });
  const response = await fetch(link, { method: 'POST', body, headers: { origin: new URL(link).origin } });
  await response.text();
  return response.status;
}

/** A link as it is handed out, at the address on which this service listens. */
export function linkAt({ url }, link) {
  return String(link).replace(/^https?:\/\/[^/]+/, url);
}

function plain(html) {
  return html.replace(/<\/?bdi>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]);
}
