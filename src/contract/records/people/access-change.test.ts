import { describe, expect, it } from 'vitest'
import { ACTIONS, type Access, type Permission, type Subject } from '../../permissions'
import { accessChangeOf, accessEffects, readAccessEffect, type Holding } from './access-change'

const grant = (subject: Subject, actions: Permission['action'][], fields = ['*']): Permission[] =>
  actions.map((action) => ({ action, subject, fields }))
const holding = (permissions: Permission[], stores: Holding['stores'] = null): Holding => ({
  access: { accessible_pages: permissions.map(({ subject }) => subject), permissions },
  stores,
})
const everything: Access = {
  accessible_pages: ['*'],
  permissions: ACTIONS.map((action) => ({ action, subject: '*', fields: ['*'] })),
}
const effectsOf = (now: Holding, then: Holding) => accessEffects(accessChangeOf(now, then))

describe('the effects of a change of rights', () => {
  it.each<[string, Holding, Holding, string[]]>([
    ['nothing', holding(grant('Users', ['read'])), holding(grant('Users', ['read'])), []],
    [
      'rights on two subjects',
      holding(grant('Users', ['read', 'delete'])),
      holding([...grant('Users', ['read', 'update']), ...grant('Admins', ['read'])]),
      ['+read:Admins', '+update:Users', '-delete:Users'],
    ],
    [
      'fields that can be read',
      holding(grant('Users', ['read'], ['email'])),
      holding(grant('Users', ['read'], ['email', 'phone'])),
      ['+fields:Users'],
    ],
    ['every right', holding(grant('Users', ['read'])), { access: everything, stores: null }, ['+*']],
    ['stores', holding([], ['ALPHA', 'BETA']), holding([], ['BETA', 'GAMMA']), ['+store:GAMMA', '-store:ALPHA']],
    ['all stores', holding([], ['ALPHA']), holding([], null), ['+store']],
    ['no store', holding([], []), holding([], ['ALPHA']), ['+store:ALPHA']],
  ])('%s', (_, now, then, effects) => {
    expect(effectsOf(now, then).toSorted()).toEqual(effects)
    const opposite = effects.map((effect) => (effect.startsWith('+') ? '-' : '+') + effect.slice(1))
    expect(effectsOf(then, now).toSorted()).toEqual(opposite.toSorted())
    for (const effect of effects) expect(readAccessEffect(effect)).not.toBeNull()
  })
  it('are read with their subject, store and direction; unknown ones are not', () => {
    expect(readAccessEffect('-update:Users')).toEqual({ is: 'lost', what: 'right', subject: 'Users', action: 'update' })
    expect(readAccessEffect('+store')).toEqual({ is: 'gained', what: 'records', store: null })
    expect(readAccessEffect('+approve:Users')).toBeNull()
    expect(readAccessEffect('+read:Rockets')).toBeNull()
  })
})
