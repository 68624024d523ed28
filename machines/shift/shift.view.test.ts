import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { isSameShiftView, shiftCommands, type ShiftView } from './shift.view'

test('a press of the button sends a toggle in both directions', () => {
  expect(sentBy(shiftCommands, (commands) => commands.toggle())).toEqual([{ type: 'shift.toggle' }])
})

test('views differ by the action, whether it is busy or resting, and the shift itself', () => {
  const shift = { name: 'Morning', starts_at: '2026-11-21T06:00:00.000Z', ends_at: '2026-11-21T14:00:00.000Z' }
  const view: ShiftView = { action: 'start', busy: false, resting: false, shift: { ...shift, started_at: null } }
  expect(isSameShiftView(view, { ...view })).toBe(true)
  const others: Partial<ShiftView>[] = [{ action: 'end' }, { busy: true }, { resting: true }, { shift: null }]
  expect(others.map((other) => isSameShiftView(view, { ...view, ...other }))).toEqual([false, false, false, false])
})
