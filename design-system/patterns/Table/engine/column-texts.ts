import type { Column } from '../types'
import { fold } from './conditions'

/** Different texts of a column up to which each is kept once: names, roles, states. Codes have 16 bits. */
const MOST_WORDS = 4096

/**
 * The folded texts of one column, by the rows' positions. Where few texts repeat, each is searched once and a row knows its
 * number; where there are many (addresses, usernames), a row's own text is used wherever it is folded already.
 */
export class ColumnTexts<Row> {
  /** Number of each text as it stands in the rows; 0 is kept for rows that were not looked at. */
  private numbers = new Map<string, number>()
  /** Folded, by their number. */
  private words: string[] = ['']
  private codes = new Uint16Array(0)
  /** The term that `hits` is about. */
  private term = ''
  /** By number of the word: 1 where it holds the term. */
  private readonly hits = new Uint8Array(MOST_WORDS + 1)
  /** Not null: there are too many words. */
  private texts: (string | undefined)[] | null = null

  column: Column<Row>

  constructor(column: Column<Row>) {
    this.column = column
  }

  /** Whether a row's text holds a term. @param term folded */
  has(position: number, row: Row, term: string): boolean {
    if (term !== this.term) this.lookFor(term)
    const code = this.texts ? 0 : this.codes[position] || this.learn(position, row)
    // Learning may have found one word too many.
    if (!this.texts) return this.hits[code] === 1
    return (this.texts[position] ?? this.keep(this.texts, position, row)).includes(term)
  }

  /** Reads a row's text, so that a search finds it ready. */
  read(position: number, row: Row): void {
    if (this.texts) {
      if (this.texts[position] === undefined) this.keep(this.texts, position, row)
    } else if (!this.codes[position]) this.learn(position, row)
  }

  /** The row at a position has changed. */
  drop(position: number): void {
    if (this.texts) this.texts[position] = undefined
    else if (position < this.codes.length) this.codes[position] = 0
  }

  private lookFor(term: string): void {
    this.term = term
    for (const [number, word] of this.words.entries()) this.hits[number] = word.includes(term) ? 1 : 0
  }

  private learn(position: number, row: Row): number {
    const text = this.column.text(row)
    let number = this.numbers.get(text)
    if (number === undefined) {
      number = this.words.length
      if (number > MOST_WORDS) {
        // What was read stays: an array that begins far behind its start would be a slow one.
        this.texts = Array.from(this.codes, (code) => (code === 0 ? undefined : this.words[code]))
        this.numbers = new Map()
        this.words = []
        this.codes = new Uint16Array(0)
        return 0
      }
      const word = fold(text)
      this.numbers.set(text, number)
      this.words.push(word)
      this.hits[number] = word.includes(this.term) ? 1 : 0
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
    const text = this.column.text(row)
    const folded = fold(text)
    // The row's own text costs no memory.
    return (texts[position] = folded === text ? text : folded)
  }
}
