CREATE TABLE "telegram_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"telegram_id" text NOT NULL,
	"telegram_username" text,
	"user_id" uuid,
	"linked_at" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"opted_in" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'UNLINKED' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(telegram_id, '')) || E'\n' || fold(coalesce(telegram_username, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "telegram_users" ADD CONSTRAINT "telegram_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_users_telegram_id_unique" ON "telegram_users" USING btree ("store_code",lower("telegram_id"));--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_users_user_id_unique" ON "telegram_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "telegram_users_last_message_at" ON "telegram_users" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_store_code_last_message_at" ON "telegram_users" USING btree ("store_code","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_created_at" ON "telegram_users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_store_code_created_at" ON "telegram_users" USING btree ("store_code","created_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_status_last_message_at" ON "telegram_users" USING btree ("status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_store_code_status_last_message_at" ON "telegram_users" USING btree ("store_code","status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_opted_in_last_message_at" ON "telegram_users" USING btree ("opted_in","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_store_code_opted_in_last_message_at" ON "telegram_users" USING btree ("store_code","opted_in","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_opted_in_status_last_message_at" ON "telegram_users" USING btree ("opted_in","status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_store_code_opted_in_status_last_message_at" ON "telegram_users" USING btree ("store_code","opted_in","status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_user_id_last_message_at" ON "telegram_users" USING btree ("user_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_store_code_user_id_last_message_at" ON "telegram_users" USING btree ("store_code","user_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "telegram_users_search" ON "telegram_users" USING gin ("search_text" gin_trgm_ops);