CREATE TABLE "reveals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'PA-' || new_number() NOT NULL,
	"user_id" uuid NOT NULL,
	"store_platform_id" uuid NOT NULL,
	"platform_username" text,
	"status" text DEFAULT 'REQUESTED' NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"last_balance" numeric(30, 2),
	"balance_checked_at" timestamp (3) with time zone,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(platform_username, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"password_sealed" text
);
--> statement-breakpoint
ALTER TABLE "reveals" ADD CONSTRAINT "reveals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_accounts" ADD CONSTRAINT "platform_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_accounts" ADD CONSTRAINT "platform_accounts_store_platform_id_store_platforms_id_fk" FOREIGN KEY ("store_platform_id") REFERENCES "public"."store_platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_accounts" ADD CONSTRAINT "platform_accounts_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reveals_staff" ON "reveals" USING btree ("staff_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_accounts_reference_unique" ON "platform_accounts" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "platform_accounts_asked_at" ON "platform_accounts" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_store_code_asked_at" ON "platform_accounts" USING btree ("store_code","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_status_asked_at" ON "platform_accounts" USING btree ("status","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_store_code_status_asked_at" ON "platform_accounts" USING btree ("store_code","status","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_user_id_asked_at" ON "platform_accounts" USING btree ("user_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_status_user_id_asked_at" ON "platform_accounts" USING btree ("status","user_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_store_platform_id_asked_at" ON "platform_accounts" USING btree ("store_platform_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_store_code_store_platform_id_asked_at" ON "platform_accounts" USING btree ("store_code","store_platform_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_status_store_platform_id_asked_at" ON "platform_accounts" USING btree ("status","store_platform_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_store_code_status_store_platform_id_asked_at" ON "platform_accounts" USING btree ("store_code","status","store_platform_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "platform_accounts_search" ON "platform_accounts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "platform_accounts_username_unique" ON "platform_accounts" USING btree ("store_platform_id","platform_username");