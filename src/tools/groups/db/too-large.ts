/** That rows take more than they may, on either database. */
export function tooLarge(maxBytes: number): Error {
  return new Error(`the rows are larger than the ${maxBytes} bytes allowed`);
}
