ALTER TABLE "chats" RENAME COLUMN "store" TO "store_code";--> statement-breakpoint
ALTER TABLE "support_tickets" RENAME COLUMN "store" TO "store_code";--> statement-breakpoint
ALTER TABLE "support_tickets" DROP CONSTRAINT "support_tickets_number_unique";--> statement-breakpoint
DROP INDEX "chats_unread";--> statement-breakpoint
DROP INDEX "support_tickets_unread";--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "created_by" uuid;--> statement-breakpoint
CREATE INDEX "chats_created_at" ON "chats" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "chats_store_code_created_at" ON "chats" USING btree ("store_code","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_status_created_at" ON "chats" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_store_code_status_created_at" ON "chats" USING btree ("store_code","status","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_assignee_id_created_at" ON "chats" USING btree ("assignee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_store_code_assignee_id_created_at" ON "chats" USING btree ("store_code","assignee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_user_id_created_at" ON "chats" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_store_code_user_id_created_at" ON "chats" USING btree ("store_code","user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_tickets_number_unique" ON "support_tickets" USING btree (lower("number"));--> statement-breakpoint
CREATE INDEX "support_tickets_created_at" ON "support_tickets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_created_at" ON "support_tickets" USING btree ("store_code","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_status_created_at" ON "support_tickets" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_status_created_at" ON "support_tickets" USING btree ("store_code","status","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_priority_created_at" ON "support_tickets" USING btree ("priority","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_priority_created_at" ON "support_tickets" USING btree ("store_code","priority","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_channel_created_at" ON "support_tickets" USING btree ("channel","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_channel_created_at" ON "support_tickets" USING btree ("store_code","channel","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_assignee_id_created_at" ON "support_tickets" USING btree ("assignee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_assignee_id_created_at" ON "support_tickets" USING btree ("store_code","assignee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_user_id_created_at" ON "support_tickets" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_user_id_created_at" ON "support_tickets" USING btree ("store_code","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_user_id_status_created_at" ON "support_tickets" USING btree ("user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_store_code_user_id_status_created_at" ON "support_tickets" USING btree ("store_code","user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_unread" ON "chats" USING btree ("assignee_id","store_code") WHERE unread_count > 0;--> statement-breakpoint
CREATE INDEX "support_tickets_unread" ON "support_tickets" USING btree ("assignee_id","store_code") WHERE unread_count > 0;