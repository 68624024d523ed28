CREATE TABLE "store_platforms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"platform_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"min_load" numeric(20, 2) NOT NULL,
	"max_load" numeric(20, 2) NOT NULL,
	"min_redeem" numeric(20, 2) NOT NULL,
	"max_redeem" numeric(20, 2) NOT NULL,
	"credit_rate" numeric(30, 4) NOT NULL,
	"fee_percent" numeric(7, 2) NOT NULL,
	"login_url" text NOT NULL,
	"download_url" text,
	"instructions" text,
	"health" text DEFAULT 'UNKNOWN' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crypto_coins" ALTER COLUMN "is_deposit_enabled" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "crypto_coins" ALTER COLUMN "is_withdrawal_enabled" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(name || E'\n' || code)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "store_code" text GENERATED ALWAYS AS (code) STORED;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "store_platforms" ADD CONSTRAINT "store_platforms_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_platforms" ADD CONSTRAINT "store_platforms_platform_id_game_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."game_platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "store_platforms_store_id_platform_id_unique" ON "store_platforms" USING btree ("store_code","store_id","platform_id");