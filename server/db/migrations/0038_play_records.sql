CREATE TABLE "game_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"platform_id" uuid NOT NULL,
	"game_id" uuid NOT NULL,
	"game_type_id" uuid NOT NULL,
	"stake" numeric(20, 2) NOT NULL,
	"win" numeric(20, 2) NOT NULL,
	"wallet" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"refund" numeric(20, 2) DEFAULT '0.00' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(round_id, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jackpot_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hit_id" text NOT NULL,
	"level" text NOT NULL,
	"pool_before" numeric(20, 2) NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"user_id" uuid NOT NULL,
	"game_id" uuid,
	"hit_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'PENDING_REVIEW' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(hit_id, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "game_records" ADD CONSTRAINT "game_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_records" ADD CONSTRAINT "game_records_platform_id_game_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."game_platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_records" ADD CONSTRAINT "game_records_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_records" ADD CONSTRAINT "game_records_game_type_id_game_types_id_fk" FOREIGN KEY ("game_type_id") REFERENCES "public"."game_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD CONSTRAINT "jackpot_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD CONSTRAINT "jackpot_records_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "game_records_round_id_unique" ON "game_records" USING btree ("store_code",lower("round_id"));--> statement-breakpoint
CREATE INDEX "game_records_started_at" ON "game_records" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_started_at" ON "game_records" USING btree ("store_code","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_stake" ON "game_records" USING btree ("stake","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_stake" ON "game_records" USING btree ("store_code","stake","id");--> statement-breakpoint
CREATE INDEX "game_records_win" ON "game_records" USING btree ("win","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_win" ON "game_records" USING btree ("store_code","win","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_started_at" ON "game_records" USING btree ("user_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_started_at" ON "game_records" USING btree ("store_code","user_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_stake" ON "game_records" USING btree ("user_id","stake","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_stake" ON "game_records" USING btree ("store_code","user_id","stake","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_win" ON "game_records" USING btree ("user_id","win","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_win" ON "game_records" USING btree ("store_code","user_id","win","id");--> statement-breakpoint
CREATE INDEX "game_records_platform_id_started_at" ON "game_records" USING btree ("platform_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_platform_id_started_at" ON "game_records" USING btree ("store_code","platform_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_game_id_started_at" ON "game_records" USING btree ("game_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_game_id_started_at" ON "game_records" USING btree ("store_code","game_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_game_type_id_started_at" ON "game_records" USING btree ("game_type_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_game_type_id_started_at" ON "game_records" USING btree ("store_code","game_type_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_wallet_started_at" ON "game_records" USING btree ("wallet","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_wallet_started_at" ON "game_records" USING btree ("store_code","wallet","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_status_started_at" ON "game_records" USING btree ("status","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_status_started_at" ON "game_records" USING btree ("store_code","status","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_platform_id_started_at" ON "game_records" USING btree ("user_id","platform_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_platform_id_started_at" ON "game_records" USING btree ("store_code","user_id","platform_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_game_id_started_at" ON "game_records" USING btree ("user_id","game_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_game_id_started_at" ON "game_records" USING btree ("store_code","user_id","game_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_game_type_id_started_at" ON "game_records" USING btree ("user_id","game_type_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_game_type_id_started_at" ON "game_records" USING btree ("store_code","user_id","game_type_id","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_wallet_started_at" ON "game_records" USING btree ("user_id","wallet","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_wallet_started_at" ON "game_records" USING btree ("store_code","user_id","wallet","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_user_id_status_started_at" ON "game_records" USING btree ("user_id","status","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_store_code_user_id_status_started_at" ON "game_records" USING btree ("store_code","user_id","status","started_at","id");--> statement-breakpoint
CREATE INDEX "game_records_search" ON "game_records" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "jackpot_records_hit_id_unique" ON "jackpot_records" USING btree ("store_code",lower("hit_id"));--> statement-breakpoint
CREATE INDEX "jackpot_records_hit_at" ON "jackpot_records" USING btree ("hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_hit_at" ON "jackpot_records" USING btree ("store_code","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_amount" ON "jackpot_records" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_amount" ON "jackpot_records" USING btree ("store_code","amount","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_user_id_hit_at" ON "jackpot_records" USING btree ("user_id","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_user_id_hit_at" ON "jackpot_records" USING btree ("store_code","user_id","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_user_id_amount" ON "jackpot_records" USING btree ("user_id","amount","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_user_id_amount" ON "jackpot_records" USING btree ("store_code","user_id","amount","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_level_hit_at" ON "jackpot_records" USING btree ("level","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_level_hit_at" ON "jackpot_records" USING btree ("store_code","level","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_status_hit_at" ON "jackpot_records" USING btree ("status","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_status_hit_at" ON "jackpot_records" USING btree ("store_code","status","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_user_id_level_hit_at" ON "jackpot_records" USING btree ("user_id","level","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_user_id_level_hit_at" ON "jackpot_records" USING btree ("store_code","user_id","level","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_user_id_status_hit_at" ON "jackpot_records" USING btree ("user_id","status","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_user_id_status_hit_at" ON "jackpot_records" USING btree ("store_code","user_id","status","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_level_status_hit_at" ON "jackpot_records" USING btree ("level","status","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_store_code_level_status_hit_at" ON "jackpot_records" USING btree ("store_code","level","status","hit_at","id");--> statement-breakpoint
CREATE INDEX "jackpot_records_search" ON "jackpot_records" USING gin ("search_text" gin_trgm_ops);