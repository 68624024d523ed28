import { expect, it } from 'vitest'
import { roleWords } from './role-label'

it('converts a role to words', () => {
  expect(roleWords('SUPER_ADMIN')).toBe('Super admin')
  expect(roleWords('VIP_PLAYER')).toBe('VIP player')
  expect(roleWords('THIRD_PARTY_ADMIN')).toBe('Third-party admin')
  expect(roleWords('RISK')).toBe('Risk')
  expect(roleWords('')).toBe('')
})
