/** A range of numbers as one text, for addresses: `10/20.50`, with `..` for an open end. Both ends are included. */

import { readNumber } from '../typed'

/** Decimal texts, or '' if the range is open. */
export interface NumberRange {
  readonly from: string
  readonly to: string
}

const NUMBER = /^-?\d{1,20}(?:\.\d{1,18})?$/
const OPEN = '..'
const numberOf = (text: string) => {
  const number = readNumber(text) ?? ''
  return NUMBER.test(number) ? number : ''
}

/** @returns the two bounds; both '' if the text is not a range */
export function numbersOf(text: string): NumberRange {
  const [from = '', to = ''] = text.split('/')
  return { from: numberOf(from), to: numberOf(to) }
}

/** @returns '' for a range without an end */
export const numberRange = ({ from, to }: NumberRange): string => (from || to ? `${from || OPEN}/${to || OPEN}` : '')
