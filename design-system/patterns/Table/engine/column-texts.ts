import type { Column } from '../types'
import { fold } from '../../../primitives/text/fold'

/** Different texts of a column up to which each is kept once: names, roles, states. Codes have 16 bits. */
const MOST_TEXTS = 4096

/** Bits of all words. */
const ALL = 0xffff

/** Which of the words a text holds, a bit each. @param missing bits of the words that matter */
function bitsOf(text: string, words: readonly string[], missing: number): number {
  let bits = 0
  for (let at = 0; at < words.length; at += 1) if (missing & (1 << at) && text.includes(words[at]!)) bits |= 1 << at
  return bits
}

/**
 * The folded texts of one column, by the rows' positions. Where few texts repeat, each is searched once and a row knows its
 * number; where there are many (addresses, usernames), a row's own text is used wherever it is folded already.
 */
export class ColumnTexts<Row> {
  /** Number of each text as it stands in the rows; 0 is kept for rows that were not looked at. */
  private numbers = new Map<string, number>()
  /** Folded, by their number. */
  private known: string[] = ['']
  private codes = new Uint16Array(0)
  /** The words of a search that `hits` is about. */
  private sought: readonly string[] = []
  /** By number of the text: which words it holds, a bit each. */
  private readonly hits = new Uint16Array(MOST_TEXTS + 1)
  /** Not null: there are too many texts. */
  private texts: (string | undefined)[] | null = null

  column: Column<Row>

  constructor(column: Column<Row>) {
    this.column = column
  }

  /**
   * Which words a row's text holds, a bit each.
   * @param words folded; the same array for the whole search
   * @param missing bits of the words that matter
   */
  held(position: number, row: Row, words: readonly string[], missing: number): number {
    if (words !== this.sought) this.lookFor(words)
    const code = this.texts ? 0 : this.codes[position] || this.learn(position, row)
    // Learning may have found one text too many.
    if (!this.texts) return this.hits[code]! & missing
    return bitsOf(this.texts[position] ?? this.keep(this.texts, position, row), words, missing)
  }

  /** Reads a row's text, so that a search finds it ready. */
  read(position: number, row: Row): void {
    if (this.texts) {
      if (this.texts[position] === undefined) this.keep(this.texts, position, row)
    } else if (!this.codes[position]) this.learn(position, row)
  }

  /** All rows were read: gives the memory back that was reserved for further rows. */
  trim(): void {
    this.texts &&= this.texts.slice()
  }

  /** The row at a position has changed. */
  drop(position: number): void {
    if (this.texts) this.texts[position] = undefined
    else if (position < this.codes.length) this.codes[position] = 0
  }

  private textOf(row: Row): string {
    return this.column.searchText ? this.column.searchText(row) : this.column.text(row)
  }

  private lookFor(words: readonly string[]): void {
    this.sought = words
    for (const [number, text] of this.known.entries()) this.hits[number] = bitsOf(text, words, ALL)
  }

  private learn(position: number, row: Row): number {
    const text = this.textOf(row)
    let number = this.numbers.get(text)
    if (number === undefined) {
      number = this.known.length
      if (number > MOST_TEXTS) {
        // What was read stays: an array that begins far behind its start would be a slow one.
        this.texts = Array.from(this.codes, (code) => (code === 0 ? undefined : this.known[code]))
        this.numbers = new Map()
        this.known = []
        this.codes = new Uint16Array(0)
        return 0
      }
      const folded = fold(text)
      this.numbers.set(text, number)
      this.known.push(folded)
      this.hits[number] = bitsOf(folded, this.sought, ALL)
    }
    if (position >= this.codes.length) {
      const more = new Uint16Array(Math.max(1024, 2 * (position + 1)))
      more.set(this.codes)
      this.codes = more
    }
    this.codes[position] = number
    return number
  }

  private keep(texts: (string | undefined)[], position: number, row: Row): string {
    const text = this.textOf(row)
    const folded = fold(text)
    // The row's own text costs no memory.
    return (texts[position] = folded === text ? text : folded)
  }
}
