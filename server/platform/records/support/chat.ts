import { chat } from '@contract/records/support/chat'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'
import { conversationTable, PEOPLE } from './conversation'

export const chats = recordTable(chat, 'chats', PEOPLE, conversationTable('chats'))

export default defineSource(chat, { table: chats, scope: { store: 'row' }, derived: {} })
