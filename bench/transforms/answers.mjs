/** Answers as APIs give them, with many fields of which a model needs few; no randomness. */
const text = (words, seed) =>
  Array.from(
    { length: words },
    (_, i) => ['rate', 'of', 'the', 'order', 'was', 'checked', 'again'][(i * 5 + seed) % 7],
  ).join(' ');
const list = (length, make) => Array.from({ length }, (_, i) => make(i));

const search = {
  answer: {
    type: 'search',
    query: {
      original: 'order status',
      altered: 'order status',
      safesearch: 'moderate',
      country: 'us',
      bad_results: false,
    },
    mixed: { type: 'mixed', main: list(20, (index) => ({ type: 'web', index, all: false })) },
    web: {
      type: 'search',
      results: list(20, (i) => ({
        title: text(8, i),
        url: `https://example.com/articles/${i}`,
        is_source_local: false,
        is_source_both: false,
        description: `${text(30, i)}, or write to help${i}@example.com`,
        page_age: '2025-01-01T00:00:00',
        profile: {
          name: 'Example',
          url: 'https://example.com',
          long_name: 'example.com',
          img: `https://img.example.com/${i}.png`,
        },
        language: 'en',
        family_friendly: true,
        meta_url: {
          scheme: 'https',
          netloc: 'example.com',
          hostname: 'example.com',
          favicon: 'https://img.example.com/f.ico',
          path: '› articles',
        },
        thumbnail: { src: `https://img.example.com/t/${i}.png`, original: `https://example.com/${i}.png`, logo: false },
        age: '3 weeks ago',
      })),
    },
  },
  transform: {
    project: ['web.results[].title', 'web.results[].url', 'web.results[].description', 'query.original'],
    rename: { 'web.results': 'results', 'query.original': 'query' },
    redact: [{ pattern: '\\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}\\b', replacement: '[EMAIL]' }],
  },
};

const issues = {
  answer: list(30, (i) => ({
    id: 9_000_000 + i,
    node_id: `I_kwDO${i}`,
    number: i,
    url: `https://api.example.com/repos/a/b/issues/${i}`,
    labels_url: `https://api.example.com/repos/a/b/issues/${i}/labels{/name}`,
    comments_url: `https://api.example.com/repos/a/b/issues/${i}/comments`,
    html_url: `https://example.com/a/b/issues/${i}`,
    title: text(9, i),
    user: { login: `user${i}`, id: i, avatar_url: `https://img.example.com/u/${i}`, type: 'User', site_admin: false },
    labels: list(3, (n) => ({ id: n, name: `label-${n}`, color: 'ededed', default: false, description: text(5, n) })),
    state: i % 2 ? 'open' : 'closed',
    locked: false,
    comments: i,
    created_at: '2025-01-01T00:00:00Z',
    body: text(80, i),
    reactions: { total_count: 0, '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 },
  })),
  transform: {
    project: ['[].number', '[].title', '[].state', '[].user.login', '[].labels[].name'],
    rename: { '[].user.login': 'by' },
  },
};

const customers = {
  answer: {
    data: list(50, (i) => ({
      id: `c-${i}`,
      name: `Customer ${i}`,
      ssn: `123-45-${String(1000 + i)}`,
      email: `c${i}@example.com`,
      address: { street: `${i} Main Street`, city: 'Springfield', zip: '12345', country: 'US' },
      balance: i * 10,
      metadata: { created: '2025-01-01', source: 'import', batch: i % 5 },
    })),
    has_more: true,
    total_count: 500,
  },
  transform: {
    project: ['data[].name', 'data[].email', 'data[].ssn', 'data[].balance', 'total_count'],
    redact: [
      { pattern: '\\b\\d{3}-\\d{2}-\\d{4}\\b', replacement: '[SSN]' },
      { pattern: '\\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}\\b', replacement: '[EMAIL]' },
    ],
    format: { type: 'flat' },
  },
};

export const CASES = { search, issues, customers };
