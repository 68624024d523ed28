/**
 * Codes of the second factor as people type and read them (spec 3; contract, Passwords). Does not import the schema
 * library, which the machines do not need. What is verified and used up is the code, never the typed text.
 */
import { readCode } from './typed'

/**
 * Spaces and dashes of any kind are not part of a code: apps show it in groups, and people copy it like that, in the
 * digits of their script.
 */
export const codeDigits = (typed: string): string => readCode(typed).replaceAll(/[\p{Pd}\u2212]/gu, '')

/** Digits and capital letters without I, L, O and U, which are easily confused with others. */
export const RECOVERY_CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_CODE_LENGTH = 10

/**
 * Reads a recovery code as a person types it: in any case and width, with or without spaces and dashes, with O for 0
 * and I or L for 1.
 * @returns the code's ten symbols, or null if the text cannot be a code
 */
export function recoveryCodeOf(typed: string): string | null {
  const symbols = codeDigits(typed.normalize('NFKC')).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode =
    symbols.length === RECOVERY_CODE_LENGTH && Array.from(symbols).every((each) => RECOVERY_CODE_SYMBOLS.includes(each))
  return isCode ? symbols : null
}

/** A recovery code as it is shown: two groups of five. */
export const recoveryCodeText = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
