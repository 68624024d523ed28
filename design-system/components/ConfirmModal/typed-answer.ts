/** A number without grouping and trailing zeros. Undefined for other texts. */
function plainNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[,\s\u00A0\u202F]/g, '')
  if (!/^\d+(?:\.\d*)?$/.test(digits)) return undefined
  const [whole = '', places = ''] = digits.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${places.replace(/0+$/, '')}`
}

/**
 * Whether the typed text matches the required value. Numbers are compared digit by digit, never rounded: `4200` and `4,200.00`
 * match, `4200.001` does not. Any other text must be equal.
 * @param typed text in the field
 * @param asked value in its displayed form
 */
export function isTheSame(typed: string, asked: string): boolean {
  const number = plainNumber(asked)
  return number === undefined ? typed.trim() === asked.trim() : plainNumber(typed) === number
}
