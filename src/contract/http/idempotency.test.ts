import { expect, test } from 'vitest'
import { IDEMPOTENCY_KEY_MAX, isIdempotencyKey } from './idempotency'

test.each([
  ['a', true],
  ['!~', true],
  ['01890a5d-ac96-774b-bcce-b302099a8057', true],
  ['x'.repeat(IDEMPOTENCY_KEY_MAX), true],
  ['x'.repeat(IDEMPOTENCY_KEY_MAX + 1), false],
  ['', false],
  ['two words', false],
  ['tab\t', false],
  ['line\n', false],
  ['é', false],
  ['\u007f', false],
])('%j can be an Idempotency-Key: %s', (value, expected) => expect(isIdempotencyKey(value)).toBe(expected))
