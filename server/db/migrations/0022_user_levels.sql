CREATE TABLE "user_levels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"min_total_deposit" numeric(20, 2) NOT NULL,
	"color" text NOT NULL,
	"daily_withdrawal_limit" numeric(20, 2),
	"weekly_withdrawal_limit" numeric(20, 2),
	"daily_deposit_limit" numeric(20, 2),
	"fee_percent" numeric(7, 2),
	"deposit_bonus_percent" numeric(7, 2),
	"max_platform_accounts" integer,
	"payout_sla_minutes" integer,
	"required_kyc" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "user_level_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "level_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "level_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "user_levels_name_unique" ON "user_levels" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_levels_min_total_deposit_unique" ON "user_levels" USING btree ("store_code","min_total_deposit");--> statement-breakpoint
CREATE INDEX "user_levels_search" ON "user_levels" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_level" ON "users" USING btree ("user_level_id");--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "user_level";