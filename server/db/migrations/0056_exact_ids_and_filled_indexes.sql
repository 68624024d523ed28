DROP INDEX "telegram_users_telegram_id_unique";--> statement-breakpoint
DROP INDEX "telegram_users_user_id_last_message_at";--> statement-breakpoint
DROP INDEX "user_documents_country_submitted_at";--> statement-breakpoint
DROP INDEX "user_documents_store_code_country_submitted_at";--> statement-breakpoint
DROP INDEX "user_documents_outcome_country_submitted_at";--> statement-breakpoint
DROP INDEX "user_documents_store_code_outcome_country_submitted_at";--> statement-breakpoint
DROP INDEX "user_documents_decided_by_id_submitted_at";--> statement-breakpoint
DROP INDEX "user_documents_store_code_decided_by_id_submitted_at";--> statement-breakpoint
DROP INDEX "game_records_round_id_unique";--> statement-breakpoint
DROP INDEX "game_records_grant_id_started_at";--> statement-breakpoint
DROP INDEX "jackpot_records_hit_id_unique";--> statement-breakpoint
DROP INDEX "skill_spins_round_id_unique";--> statement-breakpoint
DROP INDEX "user_bonuses_bonus_id_granted_at";--> statement-breakpoint
DROP INDEX "user_bonuses_store_code_bonus_id_granted_at";--> statement-breakpoint
DROP INDEX "user_bonuses_user_id_bonus_id_granted_at";--> statement-breakpoint
DROP INDEX "chats_assignee_id_created_at";--> statement-breakpoint
DROP INDEX "chats_store_code_assignee_id_created_at";--> statement-breakpoint
DROP INDEX "support_tickets_assignee_id_created_at";--> statement-breakpoint
DROP INDEX "support_tickets_store_code_assignee_id_created_at";--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_users_telegram_id_unique" ON "telegram_users" USING btree ("store_code","telegram_id");--> statement-breakpoint
CREATE INDEX "telegram_users_user_id_last_message_at" ON "telegram_users" USING btree ("user_id","last_message_at","id") WHERE "user_id" is not null;--> statement-breakpoint
CREATE INDEX "user_documents_country_submitted_at" ON "user_documents" USING btree ("country","submitted_at","id") WHERE "country" is not null;--> statement-breakpoint
CREATE INDEX "user_documents_store_code_country_submitted_at" ON "user_documents" USING btree ("store_code","country","submitted_at","id") WHERE "country" is not null;--> statement-breakpoint
CREATE INDEX "user_documents_outcome_country_submitted_at" ON "user_documents" USING btree ("outcome","country","submitted_at","id") WHERE "country" is not null;--> statement-breakpoint
CREATE INDEX "user_documents_store_code_outcome_country_submitted_at" ON "user_documents" USING btree ("store_code","outcome","country","submitted_at","id") WHERE "country" is not null;--> statement-breakpoint
CREATE INDEX "user_documents_decided_by_id_submitted_at" ON "user_documents" USING btree ("decided_by_id","submitted_at","id") WHERE "decided_by_id" is not null;--> statement-breakpoint
CREATE INDEX "user_documents_store_code_decided_by_id_submitted_at" ON "user_documents" USING btree ("store_code","decided_by_id","submitted_at","id") WHERE "decided_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "game_records_round_id_unique" ON "game_records" USING btree ("store_code","round_id");--> statement-breakpoint
CREATE INDEX "game_records_grant_id_started_at" ON "game_records" USING btree ("grant_id","started_at","id") WHERE "grant_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "jackpot_records_hit_id_unique" ON "jackpot_records" USING btree ("store_code","hit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "skill_spins_round_id_unique" ON "skill_spins" USING btree ("store_code","round_id");--> statement-breakpoint
CREATE INDEX "user_bonuses_bonus_id_granted_at" ON "user_bonuses" USING btree ("bonus_id","granted_at","id") WHERE "bonus_id" is not null;--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_bonus_id_granted_at" ON "user_bonuses" USING btree ("store_code","bonus_id","granted_at","id") WHERE "bonus_id" is not null;--> statement-breakpoint
CREATE INDEX "user_bonuses_user_id_bonus_id_granted_at" ON "user_bonuses" USING btree ("user_id","bonus_id","granted_at","id") WHERE "bonus_id" is not null;--> statement-breakpoint
CREATE INDEX "chats_assignee_id_created_at" ON "chats" USING btree ("assignee_id","created_at","id") WHERE "assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "chats_store_code_assignee_id_created_at" ON "chats" USING btree ("store_code","assignee_id","created_at","id") WHERE "assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "support_tickets_assignee_id_created_at" ON "support_tickets" USING btree ("assignee_id","created_at","id") WHERE "assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_assignee_id_created_at" ON "support_tickets" USING btree ("store_code","assignee_id","created_at","id") WHERE "assignee_id" is not null;