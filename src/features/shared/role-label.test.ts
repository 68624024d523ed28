import { expect, it } from 'vitest'
import { roleWords } from './role-label'

it('writes a role as staff read it', () => {
  expect(roleWords('SUPER_ADMIN')).toBe('Super admin')
  expect(roleWords('RISK')).toBe('Risk')
  expect(roleWords('')).toBe('')
})
