/** What people do with records of a queue, and with what waits for their approval. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answered, TestClient } from './client'

const APPROVALS = '/api/v1/admin/profile/approvals'

/** @returns the options of a write: a new Idempotency-Key, and the version that it is about */
export const once = (ifMatch?: number) => ({
  headers: { 'idempotency-key': randomUUID() },
  ...(ifMatch !== undefined && { ifMatch }),
})

/** @param base path of the list of a queue */
export function actingOn(base: string) {
  /** Claims a record, acts on it, and releases it. @returns the answer of the action */
  async function act(as: TestClient, id: string, action: string, body: object = {}): Promise<Answered> {
    const claimed = await as.patch(`${base}/${id}/claim`, {})
    expect(claimed.status, claimed.text).toBe(200)
    const answer = await as.patch(`${base}/${id}/${action}`, body, once(claimed.body.data.version))
    await as.patch(`${base}/${id}/release`, {})
    return answer
  }
  /** The same, where nothing refuses it. */
  async function done(as: TestClient, id: string, action: string, body: object = {}): Promise<Answered> {
    const answer = await act(as, id, action, body)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  /** Performs an action on many records. @returns the result of each, by its id */
  const inBulk = async (
    as: TestClient,
    action: string,
    ids: readonly string[],
    values: object = {},
    dry_run = false,
  ): Promise<Record<string, { outcome: string; message: string | null }>> => {
    const answer = await as.patch(`${base}/bulk/${action}`, { ids, values, dry_run }, once())
    expect(answer.status, answer.text).toBe(200)
    const results = answer.body.data as { id: string; outcome: string; message: string | null }[]
    return Object.fromEntries(results.map(({ id, outcome, message }) => [id, { outcome, message }]))
  }
  return { act, done, inBulk }
}

/** Decides what waits about a record. @returns the answer */
export async function decide(as: TestClient, about: string, verb: 'approve' | 'reject' = 'approve'): Promise<Answered> {
  const { data } = (await as.get(`${APPROVALS}?about=${about}`)).body
  const { id, version } = data[0] as { id: string; version: number }
  return as.patch(`${APPROVALS}/${id}/${verb}`, verb === 'reject' ? { reason: 'No' } : {}, once(version))
}

/** What waits about a record, as somebody reads it. */
export const waitingAbout = async (as: TestClient, about: string) =>
  (await as.get(`${APPROVALS}?about=${about}`)).body.data as { details: { label: string; value: string }[] }[]

/** @returns the answer once it is there */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
