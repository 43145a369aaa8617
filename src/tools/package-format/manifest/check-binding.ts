import type { Binding, JsonObject, Manifest, RemoteHttpBinding, Tool } from '../runtime/adapters/manifest.js';
import type { ManifestProblem } from './manifest-problem.js';

/** Whether every property of the input goes somewhere, and whatever the binding names is there. */
export function checkBinding({ binding, input_schema }: Tool, project: Manifest['project']): ManifestProblem[] {
  const known = Object.keys((input_schema.properties as JsonObject | undefined) ?? {});
  const used = usedProperties(binding);
  return [
    ...checkPlaces(binding, project),
    ...(used ?? [])
      .filter((property) => !known.includes(property))
      .map((property) => ({ path: 'binding', message: `uses ${property}, which input_schema does not have` })),
    ...known
      .filter((property) => used !== undefined && !used.includes(property))
      .map((property) => ({ path: 'binding', message: `does not say where ${property} of input_schema goes` })),
  ];
}

/** The properties that a binding names; undefined where it takes the whole input. */
function usedProperties(binding: Binding): string[] | undefined {
  if (binding.type === 'in-process') return binding.parameters && [...binding.parameters];
  if (binding.type === 'remote-http') return binding.parameters && Object.keys(binding.parameters);
  if (binding.type === 'python') return undefined;
  const stdin = binding.stdin === undefined ? [] : [binding.stdin];
  return [...binding.arguments.map(({ property }) => property), ...stdin];
}

function checkPlaces(binding: Binding, project: Manifest['project']): ManifestProblem[] {
  if (binding.type === 'remote-http') {
    return [
      ...checkEntrypoint(project),
      ...checkPath(binding),
      ...checkCredentials(binding, project),
      ...checkBody(binding),
    ];
  }
  if (binding.type === 'in-process' && binding.rest !== undefined && binding.rest !== binding.parameters?.at(-1))
    return [{ path: 'binding.rest', message: 'is not the last of the parameters' }];
  if (binding.type === 'in-process') return [];
  const isPython = binding.type === 'python';
  const executable = isPython ? binding.interpreter : (binding.command[0] ?? '');
  if (project.commands?.includes(executable)) return [];
  const path = isPython ? 'binding.interpreter' : 'binding.command[0]';
  return [{ path, message: `is ${executable}, which project.commands does not list` }];
}

function checkEntrypoint({ entrypoint }: Manifest['project']): ManifestProblem[] {
  const url = URL.parse(entrypoint);
  const isWeb = (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.search === '';
  if (isWeb) return [];
  return [{ path: 'binding', message: 'needs an address in project.entrypoint, such as https://api.example.com/v1' }];
}

function checkPath({ path, parameters = {} }: RemoteHttpBinding): ManifestProblem[] {
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const places = Object.entries(parameters).map(([property, place]) => ({ name: property, ...place }));
  const inPath = places.filter((place) => place.in === 'path').map(({ name }) => name);
  const bodies = places.filter((place) => place.in === 'whole-body');
  const isMixed = bodies.length > 1 || (bodies.length === 1 && places.some((place) => place.in === 'body'));
  return [
    ...named
      .filter((name) => !inPath.includes(name ?? ''))
      .map((name) => ({ path: 'binding.path', message: `holds {${name}}, which no parameter fills` })),
    ...inPath
      .filter((name) => !named.includes(name))
      .map((name) => ({ path: 'binding.parameters', message: `fills {${name}}, which is not in the path` })),
    ...(isMixed ? [{ path: 'binding.parameters', message: 'gives the body more than once' }] : []),
  ];
}

function checkCredentials({ credentials = [] }: RemoteHttpBinding, project: Manifest['project']): ManifestProblem[] {
  const unknown = credentials.flat().filter((name) => !Object.hasOwn(project.credentials ?? {}, name));
  return [...new Set(unknown)].map((name) => ({
    path: 'binding.credentials',
    message: `names ${name}, which project.credentials does not have`,
  }));
}

function checkBody({ content_type: type = '', parameters = {} }: RemoteHttpBinding): ManifestProblem[] {
  const places = Object.values(parameters);
  const files = places.filter(({ file }) => file !== undefined);
  const isStray =
    files.some(({ in: place }) => place !== 'body') || (files.length > 0 && type !== 'multipart/form-data');
  const styled = places.filter(({ style }) => style !== undefined);
  const isJson = type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data';
  const isPlain = styled.some((place) => place.in !== 'query' && (place.in !== 'body' || isJson));
  return [
    ...(isStray ? [told('gives a file that is not part of a body of multipart/form-data')] : []),
    ...(isPlain ? [told('gives a style to what stands neither in the query nor in a form')] : []),
  ];
}

function told(message: string): ManifestProblem {
  return { path: 'binding.parameters', message };
}
