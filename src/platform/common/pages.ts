/** Parts of a list, each of at most so many. */
export function* pagesOf<T>(list: readonly T[], most: number): Generator<readonly T[]> {
  for (let first = 0; first < list.length; first += most) yield list.slice(first, first + most);
}
