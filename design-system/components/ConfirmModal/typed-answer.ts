/** A number as people write it: grouping and trailing zeros do not matter. Undefined for what is no number. */
function plainNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[,\s\u00A0\u202F]/g, '')
  if (!/^\d+(?:\.\d*)?$/.test(digits)) return undefined
  const [whole = '', places = ''] = digits.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${places.replace(/0+$/, '')}`
}

/**
 * Whether what was typed is what was asked for. Numbers are compared digit by digit, never rounded: `4200` and `4,200.00`
 * are the same, `4200.001` is not. Anything else must be the same text.
 * @param typed as it stands in the field
 * @param asked as it is shown
 */
export function isTheSame(typed: string, asked: string): boolean {
  const number = plainNumber(asked)
  return number === undefined ? typed.trim() === asked.trim() : plainNumber(typed) === number
}
