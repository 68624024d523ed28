import { expect, it } from 'vitest'
import { masked } from './mask'

it.each([
  ['203.0.113.7', '203.0.113.•••'],
  ['2001:db8:1::42', '2001:db8:1::•••'],
  ['localhost', '•••'],
  ['', ''],
])('%j is sent as %j', (text, sent) => expect(masked(text)).toBe(sent))
