/** A person's own permission set: its preview, its effect, and who may assign which (screens.md, /admin; contract, Access). */
import assert from 'node:assert/strict'
import { ERROR_CODE } from '@contract/errors'
import { catalogue } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import type { BulkResult } from '@contract/records/calls'
import { accessEffects, accessIn, readAccessEffect } from '@contract/records/people/access-change'
import { can, SUBJECTS, type Access } from '@contract/permissions'
import { ALL_RECORDS } from '@contract/records/records'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { PASSWORD } from '../record-examples'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { definitionOf, freshBody, rowsOf } from '../records/rows'
import { connected, next } from './socket'
import type { Row } from '../records/oracle'

type Answer = Readonly<Record<string, unknown>>
const admin = definitionOf('admin')
const BECAUSE = { reason: 'The contract suite assigns it' }
const ownId = async (client: Client) =>
  checkSuccess<{ id: string }>(await client.send('GET', '/api/v1/admin/profile'), catalogue['profile.get']).id
/** What decides about pages, buttons and fields, in one order. */
const rightsIn = (access: Access) =>
  SUBJECTS.filter((subject) =>
    ['read', 'create', 'update', 'delete'].some((action) => can(access, action as 'read', subject)),
  )

/** A new account whose rights an editor has too, and its browser. */
async function person(on: Environment) {
  const boss = await clientOf(on, 'boss')
  await clientOf(on, 'picker')
  const { third_party_store_code: _store, ...body } = await freshBody(on, admin)
  const { id, email } = await done<Row>(boss, admin, 'create', '', { body: { ...body, role: 'CONTRACT_PICKER' } })
  const client = on.fresh()
  await client.signIn(String(email as string), PASSWORD)
  // It says when it signed in.
  const row = await done<Row>(boss, admin, 'get', id)
  const preview = async (set: string | null) =>
    done<Answer>(boss, admin, 'previewAssignPermissionSet', row.id, { body: { permission_set: set } })
  const assign = async (set: string | null) => {
    const { version } = await done(boss, admin, 'get', row.id)
    return done<Row>(boss, admin, 'assignPermissionSet', row.id, {
      body: { permission_set: set, ...BECAUSE },
      ifMatch: version,
    })
  }
  return { boss, row, client, preview, assign }
}
type Preview = (set: string | null) => Promise<Answer>
const gainIn = (change: Answer) => rightsIn(accessIn(change, 'then')).length - rightsIn(accessIn(change, 'now')).length

/** The sets for single people, that is, of no role: first one with rights that the person does not have. */
async function setsFor(on: Environment, preview: Preview) {
  const sets = (await rowsOf(on, definitionOf('permissionSet'))).filter(({ is_system }) => is_system === false)
  const gains = await Promise.all(sets.map(async ({ id }) => gainIn(await preview(id))))
  const adding = sets.find((_, index) => gains[index]! > 0)
  const other = sets.find((set) => set !== adding)
  if (!adding || !other)
    throw on.cannot('two sets that belong to no role, one with rights that the person does not have')
  return [adding, other] as const
}
/** The set that gives the most: nobody but the boss has all of its rights. */
async function greatest(on: Environment, preview: Preview) {
  const system = (await rowsOf(on, definitionOf('permissionSet'))).filter(({ is_system }) => is_system === true)
  const sized = await Promise.all(
    system.map(async ({ id }) => ({ id, size: rightsIn(accessIn(await preview(id), 'then')).length })),
  )
  const found = sized.toSorted((a, b) => b.size - a.size)[0]
  if (!found) throw on.cannot('a set of a role')
  return found.id
}

export const permissionSetCases: readonly Case[] = [
  {
    name: 'assigning a permission set: the preview says what the person may do now and then, and writes nothing; afterwards that is what they may do, and without a set it is what they could do before',
    writes: true,
    async run(on) {
      const { row, client, preview, assign, boss } = await person(on)
      const before = rightsIn(await on.accessOf(client))
      const [first, second] = await setsFor(on, preview)
      const told = await preview(first.id)
      assert.deepEqual(rightsIn(accessIn(told, 'now')), before)
      const then = rightsIn(accessIn(told, 'then'))
      assert.ok(
        before.every((subject) => then.includes(subject)),
        'the rights of the role stay',
      )
      assert.ok(then.length > before.length, 'the set adds rights')
      assert.deepEqual(rightsIn(await on.accessOf(client)), before, 'a preview changes nothing')
      assert.deepEqual(await done(boss, admin, 'get', row.id), row)

      assert.equal((await assign(first.id)).permission_set, first.name)
      assert.deepEqual(rightsIn(await on.accessOf(client)), then)
      // A second set replaces the first one.
      const replaced = await preview(second.id)
      assert.deepEqual(rightsIn(accessIn(replaced, 'now')), then)
      assert.equal((await assign(second.id)).permission_set, second.name)
      assert.deepEqual(rightsIn(await on.accessOf(client)), rightsIn(accessIn(replaced, 'then')))

      assert.deepEqual(rightsIn(accessIn(await preview(null), 'then')), before)
      assert.equal((await assign(null)).permission_set, null)
      assert.deepEqual(rightsIn(await on.accessOf(client)), before)
    },
  },
  ...ALL_RECORDS.filter((each) => each.actions?.assignPermissionSet).map((staff): Case => ({
    name: `assigning a permission set to ${staff.noun[1]}: the preview adds the rights of the set, the row names it, and without a set both are as before`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const { id } = await done<Row>(boss, staff, 'create', '', { body: await freshBody(on, staff) })
      const preview = async (chosen: string | null) =>
        done<Answer>(boss, staff, 'previewAssignPermissionSet', id, { body: { permission_set: chosen } })
      const assign = async (chosen: string | null) => {
        const { version } = await done<Row>(boss, staff, 'get', id)
        const body = { permission_set: chosen, ...BECAUSE }
        return done<Row>(boss, staff, 'assignPermissionSet', id, { body, ifMatch: version })
      }
      const [set] = await setsFor(on, preview)
      const told = await preview(set.id)
      const before = rightsIn(accessIn(told, 'now'))
      const then = rightsIn(accessIn(told, 'then'))
      assert.ok(before.every((subject) => then.includes(subject)))
      assert.equal((await assign(set.id)).permission_set, set.name)
      const back = await preview(null)
      assert.deepEqual([rightsIn(accessIn(back, 'now')), rightsIn(accessIn(back, 'then'))], [then, before])
      assert.equal((await assign(null)).permission_set, null)
    },
  })),
  {
    name: 'assigning a permission set to several: the dry run says what each gains and loses, as the preview does, and the call itself does not',
    writes: true,
    async run(on) {
      const [one, other] = [await person(on), await person(on)]
      const { boss } = one
      const [first, second] = await setsFor(on, one.preview)
      await other.assign(second.id)
      const many = async (set: string | null, dry_run: boolean) =>
        done<BulkResult[]>(boss, admin, 'bulkAssignPermissionSet', '', {
          body: { ids: [one.row.id, other.row.id], values: { permission_set: set, ...BECAUSE }, dry_run },
          headers: { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() },
        })
      const told = await many(first.id, true)
      for (const [index, { preview }] of [one, other].entries())
        assert.deepEqual(told[index]!.effects, accessEffects(await preview(first.id)))
      assert.ok(
        told[0]!.effects!.some((effect) => effect.startsWith('+')),
        'the set adds rights',
      )
      assert.ok(
        told.flatMap(({ effects }) => effects!).every((effect) => readAccessEffect(effect) !== null),
        'each can be read',
      )
      const results = await many(first.id, false)
      assert.deepEqual(
        results,
        told.map(({ effects: _effects, ...result }) => result),
      )
      const taken = await many(null, true)
      const negated = told[0]!.effects!.map((effect) => effect.replace('+', '-'))
      assert.deepEqual(taken[0]!.effects!.toSorted(), negated.toSorted(), 'without the set it is as before')
    },
  },
  {
    name: 'assigning a permission set: the person’s open console is told, and reads its rights again',
    writes: true,
    async run(on) {
      const { client, preview, assign } = await person(on)
      const [first] = await setsFor(on, preview)
      const before = rightsIn(await on.accessOf(client))
      await connected(on, client, async (socket) => {
        const told = next(socket, 'access:changed')
        await assign(first.id)
        await told
        assert.notDeepEqual(rightsIn(await on.accessOf(client)), before)
      })
    },
  },
  {
    name: 'assigning a permission set: needs a step-up of the session, also for several people; its preview and its dry run do not',
    writes: true,
    async run(on) {
      const { boss, row } = await person(on)
      // Another session of somebody who may: nobody has proved anything in it.
      const email = `${on.unique()}@contract.example`
      const { third_party_store_code: _store, ...body } = await freshBody(on, admin)
      await clientOf(on, 'editor')
      await done(boss, admin, 'create', '', { body: { ...body, email, role: 'CONTRACT_EDITOR' } })
      const helper = on.fresh()
      await helper.signIn(email, PASSWORD)
      const values = { permission_set: null, ...BECAUSE }
      const path = (verb: string) => operationOf(admin, verb).path.replace(':id', row.id)
      const single = () => helper.send('PATCH', path('assignPermissionSet'), { body: values, ifMatch: row.version })
      const many = (dry_run: boolean) =>
        helper.send('PATCH', path('bulkAssignPermissionSet'), {
          body: { ids: [row.id], values, dry_run },
          headers: { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() },
        })
      for (const { status, json } of [await single(), await many(false)])
        assert.deepEqual([status, (json as { code: string }).code], [403, ERROR_CODE.stepUpRequired])
      checkSuccess(await many(true), operationOf(admin, 'bulkAssignPermissionSet'))
      const preview = await helper.send('POST', path('previewAssignPermissionSet'), { body: { permission_set: null } })
      checkSuccess(preview, operationOf(admin, 'previewAssignPermissionSet'))
      assert.deepEqual(await done(boss, admin, 'get', row.id), row, 'nothing has changed')
      await helper.stepUp()
      checkSuccess(await single(), operationOf(admin, 'assignPermissionSet'))
    },
  },
  {
    name: 'assigning a permission set: nobody changes their own rights, gives rights that they do not have, or changes somebody with more rights; the preview refuses the same',
    writes: true,
    async run(on) {
      const { boss, row, preview, client } = await person(on)
      const most = await greatest(on, preview)
      const before = rightsIn(await on.accessOf(client))
      const both = async (by: Client, id: string, set: string | null) => {
        const { version } = await done(boss, admin, 'get', id)
        const body = { permission_set: set }
        return [
          await call(by, admin, 'previewAssignPermissionSet', id, { body }),
          await call(by, admin, 'assignPermissionSet', id, { body: { ...body, ...BECAUSE }, ifMatch: version }),
        ]
      }
      const editor = await clientOf(on, 'editor')
      for (const reply of await both(editor, row.id, most)) {
        const [why] = checkRejected(reply, 'permission_set').permission_set!
        assert.match(why!, /^You cannot give rights that you do not have: \S/)
      }
      for (const [by, id] of [
        [boss, await ownId(boss)],
        [editor, await ownId(editor)],
        [editor, await ownId(boss)],
      ] as const)
        for (const reply of await both(by, id, null)) checkFailure(reply, 403)
      for (const reply of await both(await clientOf(on, 'switcher'), row.id, null)) checkFailure(reply, 403)
      assert.deepEqual(rightsIn(await on.accessOf(client)), before)
      assert.deepEqual(await done(boss, admin, 'get', row.id), row)
    },
  },
]
