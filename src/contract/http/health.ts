/**
 * Health checks for load balancers and monitors: whether the server runs, and whether it is ready. They need no token.
 */
import * as yup from 'yup'
import { defineOperation } from './operation'

export const HEALTH_BASE = '/health'

export const healthOperations = {
  live: defineOperation({
    id: 'health.live',
    method: 'GET',
    path: `${HEALTH_BASE}/live`,
    access: 'public',
    envelope: 'plain',
    summary: 'The process runs. It stays 200 while the database is down: restarting the process would not help.',
    data: yup.object({ status: yup.string().oneOf(['live']).required() }),
  }),
  ready: defineOperation({
    id: 'health.ready',
    method: 'GET',
    path: `${HEALTH_BASE}/ready`,
    access: 'public',
    envelope: 'plain',
    summary: 'The server can serve: its database answers and it is not stopping. Otherwise 503 with Retry-After.',
    data: yup.object({ status: yup.string().oneOf(['ready']).required() }),
  }),
} as const
